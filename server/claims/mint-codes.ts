import type { SystemTrx } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import { newSlug } from './slug.ts'

const AT_ONCE = 1000
const BATCH = /^[a-z0-9][a-z0-9-]{0,39}$/

export type Minting = { batch: string; count: number; expiresAt?: Date | undefined; now: Date }

/**
 * Makes new, free codes, all or none. A batch may grow, but its expiry is set once, with its first codes,
 * and it grows no more once that is over. Throws Refusal 409 then.
 */
export const mintCodes = async (
  trx: SystemTrx,
  { batch, count, expiresAt, now }: Minting,
): Promise<string[]> => {
  if (!BATCH.test(batch))
    throw new Refusal('batch', 422, 'A batch is named with up to 40 small letters, digits and dashes.')
  const made = await trx
    .insertInto('qr_batches')
    .values({ name: batch, expires_at: expiresAt ?? null, minted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  if (!made && expiresAt)
    throw new Refusal('batch', 409, `The batch ${batch} is there already: its expiry cannot be changed.`)
  if (!made) await refuseIfOver(trx, batch, now)
  const slugs: string[] = []
  while (slugs.length < count) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - slugs.length) }, () => ({
      slug: newSlug(),
      batch,
      minted_at: now,
    }))
    const kept = await trx
      .insertInto('qr_codes')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('slug')
      .execute()
    slugs.push(...kept.map(({ slug }) => slug))
  }
  return slugs
}

const refuseIfOver = async (trx: SystemTrx, batch: string, now: Date): Promise<void> => {
  const { expires_at: end } = await trx
    .selectFrom('qr_batches')
    .select('expires_at')
    .where('name', '=', batch)
    .executeTakeFirstOrThrow()
  if (end && end <= now)
    throw new Refusal(
      'batch',
      409,
      `The last day of the batch ${batch} is over: new codes could not be claimed. Please mint under another name.`,
    )
}
