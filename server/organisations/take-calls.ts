import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/**
 * Takes up to `wanted` calls of Xero's minute for this organisation, or none when fewer than `needed` are open; the
 * organisation is then marked to wait until some are. With a `burst` that many may be taken at once, and the rest is
 * spread over the minute; without one the whole minute may be used.
 */
export const takeXeroCalls = async (
  db: Db,
  tenantId: string,
  { wanted, needed, burst = null, now }: { wanted: number; needed: number; burst?: number | null; now: Date },
): Promise<{ granted: number; againAt: Date | null }> => {
  const { rows } = await sql<{ granted: number; again_at: Date | null }>`
    select granted, again_at from take_xero_calls(${tenantId}, ${wanted}, ${needed}, ${burst}::integer, ${now})`.execute(
    db,
  )
  return { granted: rows[0]?.granted ?? 0, againAt: rows[0]?.again_at ?? null }
}
