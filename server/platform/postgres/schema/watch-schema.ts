import type { Pool } from 'pg'
import { judgeSchema } from './schema-fit.ts'

const LOOK_MS = 2_000

/**
 * Looks every two seconds whether a running process may still work with the database as it is, and calls `refuse` with
 * one line when it may not any more. A database that is away says nothing.
 */
export const watchSchema = (
  pool: Pool,
  folder: string,
  refuse: (why: string) => void,
  lookMs = LOOK_MS,
): { stop: () => void } => {
  let looking: Promise<void> | undefined
  const look = async (): Promise<void> => {
    const fit = await judgeSchema(pool, folder).catch(() => undefined)
    if (!fit || fit.fits || fit.is === 'older') return
    clearInterval(timer)
    refuse(fit.why)
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined))
  }, lookMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
