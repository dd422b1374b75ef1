import { createSecretKey, randomBytes } from 'node:crypto'
import type { Db } from '../../database/database.ts'
import { keyedHash, type Sealer } from '../../platform/seal.ts'

const NAME = 'phone-hash-key'

/** What is sealed for one of our own secrets opens in no other row. */
export const placeOfSecret = (name: string): string => `sealed_secrets/sealed/${name}`

const PLACE = placeOfSecret(NAME)

/**
 * A keyed hash of a phone number in E.164. Its key is our own, kept sealed in the database, so that opt-outs and
 * cooldowns survive both an erased customer and a rotated encryption key.
 */
export const openPhoneHash = async (db: Db, sealer: Sealer): Promise<(phone: string) => Buffer> => {
  await db
    .insertInto('sealed_secrets')
    .values({ name: NAME, sealed: sealer.seal(randomBytes(32).toString('hex'), PLACE) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { sealed } = await db
    .selectFrom('sealed_secrets')
    .select('sealed')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow()
  const opened = sealer.open(sealed, PLACE)
  const key = createSecretKey(opened, 'hex')
  if (!sealer.isCurrent(sealed)) await sealAgain(db, sealer.seal(opened, PLACE))
  return (phone) => keyedHash(key, phone)
}

/** Seals the key again with the newest encryption key, so that the older one can be removed. */
const sealAgain = async (db: Db, sealed: Buffer): Promise<void> => {
  await db.updateTable('sealed_secrets').set({ sealed }).where('name', '=', NAME).execute()
}
