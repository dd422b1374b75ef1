import { setTimeout as pause } from 'node:timers/promises'
import { spreadOf, type Spread } from '../rig/percentiles.ts'
import { openXeroWebhooks } from '../rig/xero-webhooks.ts'
import { monotonicMs } from '../upstream/texts.ts'
import type { Figure } from '../figures.ts'
import { databaseFigures, readDatabaseWork } from '../rig/database-work.ts'
import type { SeededBusiness } from '../rig/goodword-command.ts'
import { reportsCame } from './storage.ts'
import { cpuFigures, cpuSince, type Bench } from './bench.ts'

export type LoadResult = {
  rate: number
  textsPerSecond: number
  latency: Spread
  ack: Spread
  refused: number
  missing: number
  backlogAtEnd: number
  drainSeconds: number
  /** The gateway's, when the last text came, and how long until the last of them was answered. */
  reportsWaiting: number
  reportsSeconds: number
  cpu: Figure[]
  database: Figure[]
}

const LANES = 64

/**
 * Webhooks come at their times, whether or not earlier ones are answered, as in production. Latencies count from
 * the moment a webhook was due, so that a sender that falls behind hides nothing.
 */
export const runOpenLoop = async (
  bench: Bench,
  businesses: SeededBusiness[],
  { rate, seconds, drainMs }: { rate: number; seconds: number; drainMs: number },
): Promise<LoadResult> => {
  const { upstream, port } = bench.rig
  const webhooks = openXeroWebhooks(port, { connections: LANES })
  const counts = bench.takeCounts(Math.round(rate * seconds))
  const first = counts[0]!
  const { texts, callbacks } = await upstream.stats()
  const databaseBefore = await readDatabaseWork(bench.rig.pool)
  const cpuBefore = bench.cpu()
  const acks: number[] = []
  let refused = 0
  const underway: Promise<void>[] = []
  const startedAt = monotonicMs()
  const dueAt = (count: number) => startedAt + ((count - first) * 1000) / rate

  const send = async (tenantId: string, count: number): Promise<void> => {
    const { status, ms } = await webhooks.send(tenantId, [count], dueAt(count))
    if (status !== 0) acks.push(ms)
    if (status !== 200) refused += 1
  }

  for (let next = 0; next < counts.length; await pause(2)) {
    const now = monotonicMs()
    for (; next < counts.length && dueAt(counts[next]!) <= now; next += 1) {
      const count = counts[next]!
      const { tenantId } = businesses[next % businesses.length]!
      underway.push(send(tenantId, count))
    }
  }
  const endedAt = monotonicMs()
  await Promise.all(underway)
  await upstream.waitForTexts(texts + counts.length, drainMs)
  const atLast = await upstream.stats()
  const reports = 2 * (atLast.texts - texts)
  const textsCameAt = monotonicMs()
  await reportsCame(bench, callbacks.answered + reports)
  const reportsSeconds = (monotonicMs() - textsCameAt) / 1000
  const cpuAfter = bench.cpu()
  const databaseAfter = await readDatabaseWork(bench.rig.pool)
  webhooks.close()

  const arrivals = await upstream.arrivals(texts)
  const last = Math.max(...arrivals.map(([, at]) => at), startedAt)
  return {
    rate,
    textsPerSecond: arrivals.length / ((last - startedAt) / 1000),
    latency: spreadOf(arrivals.map(([count, at]) => at - dueAt(count))),
    ack: spreadOf(acks),
    refused,
    missing: counts.length - arrivals.length,
    backlogAtEnd: arrivals.filter(([, at]) => at > endedAt).length + counts.length - arrivals.length,
    drainSeconds: Math.max(0, last - endedAt) / 1000,
    reportsWaiting: reports - (atLast.callbacks.answered - callbacks.answered),
    reportsSeconds,
    cpu: cpuFigures(cpuSince(cpuBefore, cpuAfter), arrivals.length),
    database: databaseFigures(databaseBefore, databaseAfter, arrivals.length),
  }
}
