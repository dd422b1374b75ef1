import { sql, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/**
 * Whether this is the history of the database that is known, and no recovery fence is up: a part of each claim that
 * leads to a text or a charge (decision 43). It reads one row, and compares it with what the server has in memory.
 */
export const FENCE_IS_DOWN: RawBuilder<boolean> = sql<boolean>`exists (
  select from recovery
  where is_only and fenced_at is null and started_at = pg_postmaster_start_time() and made_as = tableoid::bigint)`

/**
 * A text or a charge may begin so long after its claim. Where the claim was forgotten meanwhile, no other row knows of
 * it: so long, and the time of a call to the vendor, is waited before the vendors are asked.
 */
export const CLAIM_HOLDS_MS = 5_000

/**
 * What shows that the database has forgotten something: a vendor, or a process that saw a later history. `restarted`
 * and `restored` it shows by itself.
 */
export type Witness = 'text' | 'report' | 'payment' | 'replaced'
export const FENCE_REASONS = ['restarted', 'restored', 'replaced', 'text', 'report', 'payment'] as const
export type FenceReason = (typeof FENCE_REASONS)[number]

/**
 * Raises the fence where the history is another, or a witness says so, which may know back to when
 * vendors have to be asked; why, where this call raised it.
 */
export const raiseFence = async (
  db: Db,
  witness?: Witness,
  backTo?: Date,
): Promise<FenceReason | undefined> => {
  const { rows } = await sql<{ raised: FenceReason | null }>`
    select raise_fence(${witness ?? null}, ${backTo ?? null}) as raised`.execute(db)
  return rows[0]?.raised ?? undefined
}
