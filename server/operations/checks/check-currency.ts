import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Env } from '../../platform/process/env.ts'
import { isAre, ok, wrong, type Check } from './check.ts'

const NAME = 'currency'

/** Whether the funds of all businesses are in the money that prices are meant in. */
export const checkCurrency = async (db: Db, { CURRENCY }: Pick<Env, 'CURRENCY'>): Promise<Check> => {
  const { rows } = await sql<{ currency: string; count: number }>`
    select currency, count(*) from businesses where currency <> ${CURRENCY} group by 1 order by 1`.execute(db)
  if (rows.length === 0) return ok(NAME, `funds and prices are in ${CURRENCY}`)
  const found = rows.map(({ currency, count }) => `${isAre(count, 'business', 'businesses')} in ${currency}`)
  return wrong(
    NAME,
    `CURRENCY is ${CURRENCY}, and there ${rows.length === 1 && rows[0]!.count === 1 ? 'is' : 'are'} ${found.join(', ')}: ` +
      'SMS_PRICES would be taken from their funds in another money; set CURRENCY back',
  )
}
