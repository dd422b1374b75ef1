import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure, Part } from '../figures.ts'
import { spreadOf, type Spread } from '../rig/percentiles.ts'
import { openWire } from '../rig/wire.ts'
import { monotonicMs } from '../upstream/texts.ts'
import { linkToken, writeLinks } from './write-links.ts'
import type { Bench, Cpu } from './bench.ts'

const RATE = 500
const SECONDS = 10
const CONNECTIONS = 64
const P99_MS = 10
const FLAT = 1.3
const COUNTED_WITHIN_MS = 30_000
const PHONE = { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1' }

type Measured = Spread & {
  tokens: number
  astray: number
  uncounted: number
  cpuMs: number
  cpuNote: string
  othersShare: number
}

/**
 * (r) Customers who open the link in their text, each another one, at their own times; with few links stored and
 * with very many. It runs last, because it fills the database.
 */
export const measureReviewLinks = async (bench: Bench): Promise<Part> => {
  const sizes = bench.sized([10_000, 10_000_000], [10_000, 300_000], [100, 300])
  const businesses = bench.takeBusinesses(20)
  const measured: Measured[] = []
  let stored = 0
  for (const tokens of sizes) {
    await writeLinks(bench.rig.pool, businesses, { first: stored + 1, last: tokens })
    stored = tokens
    await openLinks(bench, tokens, { seconds: bench.sized(2, 2, 0.1) })
    measured.push(await openLinks(bench, tokens, { seconds: bench.sized(SECONDS, SECONDS, 0.2) }))
  }
  return report(measured)
}

/** Latencies count from the moment when a customer tapped, so that a sender that falls behind hides nothing. */
const openLinks = async (
  bench: Bench,
  tokens: number,
  { seconds }: { seconds: number },
): Promise<Measured> => {
  const { pool, port } = bench.rig
  const wire = openWire({ host: '127.0.0.1', port, connections: CONNECTIONS })
  const taps = RATE * seconds
  const visitsBefore = await countVisits(bench)
  const cpuBefore = bench.cpu()
  const times: number[] = []
  let astray = 0
  const startedAt = monotonicMs()
  const dueAt = (tap: number) => startedAt + (tap * 1000) / RATE

  const open = async (tap: number): Promise<void> => {
    const { status } = await wire.get(`/r/${linkToken(randomInt(1, tokens + 1))}`, PHONE)
    times.push(monotonicMs() - dueAt(tap))
    if (status !== 302) astray += 1
  }
  const underway: Promise<void>[] = []
  for (let next = 0; next < taps; await pause(1)) {
    for (; next < taps && dueAt(next) <= monotonicMs(); next += 1) underway.push(open(next))
  }
  await Promise.all(underway)
  wire.close()

  const deadline = monotonicMs() + COUNTED_WITHIN_MS
  let counted = 0
  while ((counted = (await countVisits(bench)) - visitsBefore) < taps && monotonicMs() < deadline)
    await pause(100)
  const cpuAfter = bench.cpu()
  await pool.query('checkpoint')
  const spent = (name: keyof Cpu): number => cpuAfter[name] - cpuBefore[name]
  const [api, postgres] = [(spent('api') * 1000) / taps, (spent('postgres') * 1000) / taps]
  const all = (Object.keys(cpuAfter) as (keyof Cpu)[]).reduce((sum, name) => sum + spent(name), 0)
  return {
    ...spreadOf(times),
    tokens,
    astray,
    uncounted: taps - counted,
    cpuMs: api + postgres,
    cpuNote: `api ${api.toFixed(2)}, postgres ${postgres.toFixed(2)}`,
    othersShare: Math.max(0, spent('others') / all),
  }
}

const countVisits = async ({ rig }: Bench): Promise<number> => {
  const { rows } = await rig.pool.query<{ visits: number }>(
    "select count(*)::int as visits from link_visits where kind = 'visit'",
  )
  return rows[0]!.visits
}

const report = (measured: Measured[]): Part => {
  const few = measured[0]!
  const many = measured.at(-1)!
  const figures = measured.flatMap((one): Figure[] => {
    const size = `${one.tokens.toLocaleString('en-AU')} stored`
    return [
      { what: `p50, ${size}`, value: one.p50, unit: 'ms' },
      { what: `p99, ${size}`, value: one.p99, unit: 'ms', bar: { atMost: P99_MS } },
      { what: `slowest, ${size}`, value: one.max, unit: 'ms' },
      { what: `processor for a visit, ${size}`, value: one.cpuMs, unit: 'ms', note: one.cpuNote },
      { what: `taken by other programs, ${size}`, value: 100 * one.othersShare, unit: '% of busy' },
      { what: `led astray, ${size}`, value: one.astray, unit: '', bar: { atMost: 0 } },
      { what: `not counted, ${size}`, value: one.uncounted, unit: '', bar: { atMost: 0 } },
    ]
  })
  return {
    letter: 'r',
    title: `review links opened, ${RATE} a second for ${SECONDS} s`,
    figures: [
      ...figures,
      { what: 'p50, most over fewest stored', value: many.p50 / few.p50, unit: '×', bar: { atMost: FLAT } },
      { what: 'p99, most over fewest stored', value: many.p99 / few.p99, unit: '×' },
      {
        what: 'processor, most over fewest stored',
        value: many.cpuMs / few.cpuMs,
        unit: '×',
        bar: { atMost: FLAT },
      },
    ],
  }
}
