import { sql } from 'kysely'
import type { ExportList } from '../../contracts/erasures.ts'
import type { TenantTrx } from '../database/database.ts'

const MOST = 50
const STATEMENTS = 10
const IS_STATEMENT = sql<boolean>`details->>'what' is not distinct from 'statement'`

/**
 * Downloads of this business's data, the newest first, as the person who looks at them reads it. Of statements,
 * which are downloaded by the dozen, the newest ten are named, and more where the others leave room.
 */
export const listExports = async (
  trx: TenantTrx,
  businessId: string,
  userId: string,
): Promise<ExportList['exports']> => {
  const { rows } = await sql<{
    at: Date
    kind: string
    actor: string
    what: string | null
    name: string | null
  }>`
    select a.at, a.actor_kind as kind, a.actor, a.details->>'what' as what, u.name
    from (
      select *
      from (
        select *, ${IS_STATEMENT} as is_statement,
               row_number() over (partition by ${IS_STATEMENT} order by at desc, id desc) as place
        from audit_log
        where business_id = ${businessId} and act = 'exported-business') each
      order by is_statement and place > ${STATEMENTS}, at desc, id desc
      limit ${MOST}) a
    left join users u on a.actor_kind = 'owner' and u.id::text = a.actor and u.business_id = a.business_id
    order by a.at desc, a.id desc`.execute(trx)
  return rows.map(({ at, kind, actor, what, name }) => ({
    at: at.toISOString(),
    what: WHAT[what ?? ''] ?? 'Data of your business',
    who:
      kind === 'owner'
        ? actor === userId
          ? 'You'
          : (name ?? 'Somebody who signed in')
        : 'Goodword’s operator',
  }))
}

const WHAT: Record<string, string> = {
  everything: 'Everything (JSON)',
  invoices: 'Invoices (CSV)',
  statement: 'Statement of a month (CSV)',
}
