import type { SystemTrx } from '../database/database.ts'
import { keyUsed } from '../database/act-once.ts'
import { sha256 } from '../platform/seal.ts'

/**
 * Whether these codes are asked for the first time under their key; a second call waits until the first transaction
 * has ended. Throws Refusal 409 where other codes were minted under it.
 */
export const isFirstMinting = async (
  trx: SystemTrx,
  { key, wanted, now }: { key: string | undefined; wanted: object; now: Date },
): Promise<boolean> => {
  if (key === undefined) return true
  const asked = sha256(JSON.stringify(wanted))
  const begun = await trx
    .insertInto('qr_mintings')
    .values({ key, asked, minted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (begun) return true
  const before = await trx
    .selectFrom('qr_mintings')
    .select('asked')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!before.asked.equals(asked)) throw keyUsed()
  return false
}
