import { setTimeout as pause } from 'node:timers/promises'
import { readDatabaseWork } from '../rig/database-work.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import type { Part } from '../figures.ts'
import type { Bench } from './bench.ts'
import { reportsCame } from './storage.ts'
import { writeHistory } from './write-history.ts'

const BUSINESSES = 100
const PATIENCE_MS = 60_000
/** After a report its write is answered at once, and what it wakes is not. */
const SETTLE_MS = 500

/**
 * (w) The first change of a page after a checkpoint logs the whole page. With many businesses of few texts each, most
 * texts are the first of their business: theirs is the log that an archive has to take.
 */
export const measureFirstTexts = async (bench: Bench): Promise<Part> => {
  const { pool } = bench.rig
  const rows = bench.sized(100_000, 10_000, 100)
  const businesses = bench.takeBusinesses(BUSINESSES)
  await writeHistory(pool, businesses, rows)
  const first = await logOfOneEach(bench, businesses)
  const second = await logOfOneEach(bench, businesses)
  const third = await logOfOneEach(bench, businesses)
  return {
    letter: 'w',
    title: `log (WAL) of a text after a checkpoint, ${rows.toLocaleString('en-AU')} stored, ${BUSINESSES} businesses`,
    figures: [
      { what: 'the first of a business', value: first, unit: 'KiB' },
      { what: 'the second', value: second, unit: 'KiB' },
      { what: 'the third', value: third, unit: 'KiB' },
    ],
  }
}

const logOfOneEach = async (bench: Bench, businesses: SeededBusiness[]): Promise<number> => {
  const { upstream, pool } = bench.rig
  const { texts, callbacks } = await upstream.stats()
  const before = await readDatabaseWork(pool)
  await Promise.all(
    businesses.map(({ tenantId }) => bench.webhooks.sendUntilTaken(tenantId, bench.takeCounts(1))),
  )
  await upstream.waitForTexts(texts + businesses.length, PATIENCE_MS)
  await reportsCame(bench, callbacks.answered + 2 * businesses.length)
  await pause(SETTLE_MS)
  const after = await readDatabaseWork(pool)
  return (after.walBytes - before.walBytes) / businesses.length / 1024
}
