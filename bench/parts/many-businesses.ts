import { setTimeout as pause } from 'node:timers/promises'
import type { Figure, Part } from '../figures.ts'
import { goodword, seedBusinesses } from '../rig/goodword-command.ts'
import { medianOf } from '../rig/percentiles.ts'
import { periodicStatements, type Periodic } from '../rig/periodic-statements.ts'
import { startProduct, startRig, type Rig } from '../rig/rig.ts'
import { costliestStatements, countStatements, forgetStatements, WITH_STATEMENTS } from '../rig/statements.ts'
import type { Bench } from './bench.ts'
import { measureConsole, WITH_CONSOLE } from './operator-console.ts'
import { writeHistory } from './write-history.ts'

const TEXTS_EACH = 100
const IDLE_MS = 70_000
/** What runs once a second, in a worker or in the api, and not by the minute. */
const ONCE_A_SECOND = 20
const SCRAPE_EVERY_MS = 5_000
const SWEEPING_MS = 150_000
/** A page more where an index has grown a level, and not one for each hundred businesses. */
const MORE_BLOCKS = 30

type Measured = { statements: Periodic[]; memoryMiB: number; doctorS: number; scrapeMs: number }

/**
 * (m) What it costs that there are a hundred times as many businesses: nothing a second, and sweeps spread over the
 * hour. On databases of its own.
 */
export const measureManyBusinesses = async ({ sized }: Pick<Bench, 'sized'>): Promise<Part> => {
  const few = await withBusinesses(100, measureIdle(sized))
  const many = await withBusinesses(sized(10_000, 2_000, 200), async (rig) => {
    const idle = await measureIdle(sized)(rig)
    const console = await measureConsole(rig)
    return { ...idle, console, sweeps: await sweepAll(rig, sized(SWEEPING_MS, SWEEPING_MS, 3_000)) }
  })
  const grown = growthOf(few.statements, many.statements)
  for (const { query, before, after, ms } of grown.slice(0, 8))
    console.error(
      `    … ${before.toFixed(0)} → ${after.toFixed(0)} blocks, ${ms.toFixed(2)} ms: ${query.replace(/\s+/g, ' ').slice(0, 160)}`,
    )
  const worst = Math.max(...many.sweeps.perMinute)
  return {
    letter: 'm',
    title: `${many.businesses.toLocaleString('en-AU')} businesses with ${TEXTS_EACH} texts each, beside 100`,
    figures: [
      {
        what: 'blocks read more by a statement of every second',
        value: Math.max(0, ...grown.map(({ before, after }) => after - before)),
        unit: 'blocks',
        bar: { atMost: MORE_BLOCKS },
      },
      ...memoryFigures(few, many, many.sweeps.memoryMiB),
      { what: 'readings at /metrics, with 100', value: few.scrapeMs, unit: 'ms' },
      { what: 'readings at /metrics', value: many.scrapeMs, unit: 'ms', bar: { atMost: 100 } },
      { what: 'doctor, with 100 businesses', value: few.doctorS, unit: 's' },
      { what: 'doctor', value: many.doctorS, unit: 's', bar: { atMost: 1 } },
      ...many.console,
      {
        what: 'sweeps in the busiest minute after an outage',
        value: worst,
        unit: '/min',
        // Xero's limit for the whole app is 10,000: half of it stays for what webhooks report.
        bar: { atMost: 5_000 },
        note: many.sweeps.perMinute.join(', '),
      },
      {
        what: 'sweeps planned for the busiest minute of an hour, over their mean',
        value: many.sweeps.busiestPlanned,
        unit: '×',
        bar: { atMost: 2 },
      },
    ],
  }
}

const memoryFigures = (few: Measured, many: Measured, afterSweeps: Memory): Figure[] => [
  { what: 'api + worker at rest, with 100', value: few.memoryMiB, unit: 'MiB' },
  {
    what: 'api + worker at rest',
    value: many.memoryMiB,
    unit: 'MiB',
    bar: { atMost: Math.ceil(few.memoryMiB + 25) },
  },
  {
    what: 'api + worker after the sweeps',
    value: afterSweeps.api + afterSweeps.worker,
    unit: 'MiB',
    // As for every other part.
    bar: { atMost: 450 },
    note: `api ${afterSweeps.api.toFixed(0)}, worker ${afterSweeps.worker.toFixed(0)}`,
  },
]

const withBusinesses = async <Out>(
  count: number,
  measure: (rig: Rig) => Promise<Out>,
): Promise<Out & { businesses: number }> => {
  const rig = await startRig({ postgresSettings: WITH_STATEMENTS, settings: WITH_CONSOLE })
  try {
    const seeded = await seedBusinesses(rig.settings, { businesses: count, fundsCents: 100_000 })
    await writeHistory(rig.pool, seeded, count * TEXTS_EACH)
    console.error(`    … ${count} businesses and ${count * TEXTS_EACH} texts are written`)
    // Each was swept at some moment of the last hour.
    await rig.pool.query(`update organisations set swept_at = now()`)
    await rig.pool.query('vacuum analyze')
    await countStatements(rig.pool)
    await startProduct(rig)
    return { ...(await measure(rig)), businesses: count }
  } finally {
    await rig.stop()
  }
}

const measureIdle =
  (sized: Bench['sized']) =>
  async (rig: Rig): Promise<Measured> => {
    await pause(sized(5_000, 5_000, 1_000))
    await forgetStatements(rig.pool)
    const scrapesMs = await scrapeFor(rig, sized(IDLE_MS, IDLE_MS, 3_000))
    const statements = await periodicStatements(rig.pool, sized(ONCE_A_SECOND, ONCE_A_SECOND, 1))
    const memoryMiB = memoryOf(rig)
    // The second: the first loads what it needs.
    await goodword(rig.settings, ['doctor'])
    await forgetStatements(rig.pool)
    const began = performance.now()
    const { stdout } = await goodword(rig.settings, ['doctor'])
    const doctorS = (performance.now() - began) / 1000
    console.error(await costliestStatements(rig.pool, 5))
    if (!/ok +migrations/.test(stdout)) throw new Error(`doctor did not run: ${stdout}`)
    return { statements, memoryMiB, doctorS, scrapeMs: medianOf(scrapesMs) }
  }

/** As monitoring does, but three times as often. */
const scrapeFor = async ({ port }: Rig, forMs: number): Promise<number[]> => {
  const times: number[] = []
  for (const until = performance.now() + forMs; performance.now() < until; await pause(SCRAPE_EVERY_MS)) {
    const began = performance.now()
    await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    times.push(performance.now() - began)
  }
  return times
}

/** As after an outage: each organisation is due at once. */
const sweepAll = async (rig: Rig, forMs: number) => {
  const { rows: planned } = await rig.pool.query<{ most: number }>(
    `select max(n) / avg(n)::float as most from (
       select count(*) as n from organisations group by ${SLOT_MINUTE}) minutes`,
  )
  await rig.pool.query(`update organisations set swept_at = now() - interval '2 hours'`)
  await rig.pool.query(`select enqueue_job('sweep-due', '{}')`)
  const perMinute: number[] = []
  let before = 0
  for (const until = performance.now() + forMs; performance.now() < until;) {
    await pause(Math.min(60_000, until - performance.now()))
    const { rows } = await rig.pool.query<{ swept: number }>(
      `select count(*)::int as swept from organisations where swept_at > now() - interval '1 hour'`,
    )
    perMinute.push(rows[0]!.swept - before)
    before = rows[0]!.swept
  }
  return { perMinute, busiestPlanned: planned[0]!.most, memoryMiB: memoriesOf(rig) }
}

/** As `enqueueDueSweeps` has it. */
const SLOT_MINUTE = `('x' || right(tenant_id::text, 7))::bit(28)::integer % 3600 / 60`

type Memory = { api: number; worker: number }

const memoriesOf = ({ api, worker }: Rig): Memory => ({
  api: api.memory().rssMiB,
  worker: worker.memory().rssMiB,
})

const memoryOf = (rig: Rig): number => memoriesOf(rig).api + memoriesOf(rig).worker

const growthOf = (few: Periodic[], many: Periodic[]) => {
  const wordsOf = ({ query }: Periodic) => query
  const before = new Map(few.map((one) => [wordsOf(one), one.blocks]))
  return many
    .map((one) => ({
      query: one.query,
      before: before.get(wordsOf(one)) ?? 0,
      after: one.blocks,
      ms: one.ms,
    }))
    .sort((a, b) => b.after - b.before - (a.after - a.before))
}
