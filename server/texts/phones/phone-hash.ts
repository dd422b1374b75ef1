import { createSecretKey, randomBytes } from 'node:crypto'
import type { Db, SystemTrx } from '../../database/database.ts'
import { keyedHash, opens, type Sealer } from '../../platform/seal.ts'

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
    .values({ name: NAME, sealed: sealer.seal(newKey(), PLACE) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { sealed } = await db
    .selectFrom('sealed_secrets')
    .select('sealed')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow()
  const opened = sealer.open(sealed, PLACE)
  // So that the older encryption key can be removed.
  if (!sealer.isCurrent(sealed)) await sealAgain(db, sealer.seal(opened, PLACE))
  return hashBy(opened)
}

/** Puts a new key in the place of one that does not open. Undefined where it opens, or where there is none yet. */
export const replaceLostKey = async (
  trx: SystemTrx,
  sealer: Sealer,
): Promise<((words: string) => Buffer) | undefined> => {
  const found = await trx
    .selectFrom('sealed_secrets')
    .select('sealed')
    .where('name', '=', NAME)
    .executeTakeFirst()
  if (!found || opens(() => sealer.open(found.sealed, PLACE))) return undefined
  const key = newKey()
  await sealAgain(trx, sealer.seal(key, PLACE))
  return hashBy(key)
}

const newKey = (): string => randomBytes(32).toString('hex')

const hashBy = (hex: string): ((words: string) => Buffer) => {
  const key = createSecretKey(hex, 'hex')
  return (words) => keyedHash(key, words)
}

const sealAgain = async (db: Db | SystemTrx, sealed: Buffer): Promise<void> => {
  await db.updateTable('sealed_secrets').set({ sealed }).where('name', '=', NAME).execute()
}
