import { sql } from 'kysely'
import type { Trx } from '../../database/database.ts'
import type { Texts, Whom } from './whom.ts'

/** The number of a test text whose answer was lost. While that one is looked for, its number stays. */
export const eraseTestPhones = async (trx: Trx, whom: Whom, { businessIds, ids }: Texts): Promise<void> => {
  await sql`
    update test_texts set phone = null
    where (${whom.businessId}::uuid is null or business_id = ${whom.businessId}::uuid)
      and state in ('accepted', 'rejected', 'absent')
      and (phone = ${'phone' in whom ? whom.phone : null}
           or phone in (
             select customer_phone from review_requests
             where business_id = any(${businessIds}::uuid[]) and id = any(${ids}::uuid[])))`.execute(trx)
}
