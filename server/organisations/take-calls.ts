import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Takes up to `wanted` calls of Xero's minute for this organisation, or none when fewer than `needed` are open; the
 * organisation is then marked blocked until some are. `paced` spreads them over the minute.
 */
export const takeXeroCalls = async (
  db: Db,
  tenantId: string,
  { wanted, needed, paced, now }: { wanted: number; needed: number; paced: boolean; now: Date },
): Promise<{ granted: number; againAt: Date | null }> => {
  const { rows } = await sql<{ granted: number; again_at: Date | null }>`
    select granted, again_at from take_xero_calls(${tenantId}, ${wanted}, ${needed}, ${paced}, ${now})`.execute(
    db,
  )
  return { granted: rows[0]?.granted ?? 0, againAt: rows[0]?.again_at ?? null }
}
