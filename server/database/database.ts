import type { Kysely } from 'kysely'
import { inTransaction } from '../platform/postgres/db.ts'
import type { Tables } from './tables.ts'

/** Outside a transaction, or inside one (`Trx`): the same queries either way. */
export type Db = Kysely<Tables>
export type Trx = Kysely<Tables>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One transaction that sees the rows of this business and no other, whatever its queries forget to ask. */
export const asBusiness = <Out>(
  db: Db,
  businessId: string,
  work: (trx: Trx) => Promise<Out>,
): Promise<Out> => {
  if (!UUID.test(businessId)) throw new Error('A business id must be a UUID.')
  return inTransaction(
    db,
    `begin; set local role goodword_tenant; set local app.business_id = '${businessId}'`,
    work,
  )
}

/** One transaction that sees every business: for doors that do not know yet whose row it is, and for sweeps. */
export const asSystem = <Out>(db: Db, work: (trx: Trx) => Promise<Out>): Promise<Out> =>
  inTransaction(db, 'begin; set local role goodword_system', work)

/** The role that a process's connections start with. */
export const PROCESS_ROLE = 'goodword_system'
