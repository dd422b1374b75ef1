import { mintCodes } from '../../server/claims/mint-codes.ts'
import { asSystem, type Db } from '../../server/database/database.ts'

/** One printed code that is not claimed; by default its batch never expires. */
export const mintOne = async (db: Db, expiresAt?: Date): Promise<string> => {
  const batch = `t-${crypto.randomUUID()}`
  const [slug] = await asSystem(db, (trx) => mintCodes(trx, { batch, count: 1, expiresAt, now: new Date() }))
  return slug!
}
