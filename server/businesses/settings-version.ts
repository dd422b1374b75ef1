import type { TenantTrx } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import { sha256 } from '../platform/seal.ts'

/** What was saved, as one word: it differs where the values do. */
export const versionOf = (saved: Record<string, unknown>): string =>
  sha256(JSON.stringify(saved)).toString('base64url').slice(0, 22)

/**
 * Until the transaction ends, no other save of this business is between its look at the version and its end. Rows that
 * refer to the business are written meanwhile: whoever books money holds other locks, for which a save waits.
 */
export const lockSettings = async (trx: TenantTrx, businessId: string): Promise<void> => {
  await trx.selectFrom('businesses').select('id').where('id', '=', businessId).forNoKeyUpdate().execute()
}

/**
 * Throws Refusal 409 where `part` was saved by another since the caller looked. Without a version, none is asked. What
 * stands there already, as after a save whose answer was lost, overwrites nothing: `before` and `after` are the same.
 */
export const refuseIfChanged = (
  seen: string | undefined,
  { before, after }: { before: string; after: string },
  part: string,
): void => {
  if (seen === undefined || seen === before || after === before) return
  throw new Refusal(
    'changed-meanwhile',
    409,
    `Your change to ${part} was not saved, because a change was saved first in another tab or on another device. Look at what is saved now, then make your change again.`,
  )
}
