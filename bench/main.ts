import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { collectSeldom } from '../server/platform/process/old-generation.ts'
import { measureAttribution } from './attribution/measure-attribution.ts'
import { isMissed, printPart, type Part } from './figures.ts'
import { measureAcks } from './parts/acks.ts'
import { createBench, type Bench, type Length } from './parts/bench.ts'
import { measureBigWebhook } from './parts/big-webhook.ts'
import { measureBloat } from './parts/bloat.ts'
import { measureBurst } from './parts/burst.ts'
import { measureDashboard } from './parts/dashboard.ts'
import { measureExperiments } from './parts/experiments.ts'
import { measureFirstTexts } from './parts/first-texts.ts'
import { measureHistory, type BesideAnother } from './parts/history.ts'
import { measureManyBusinesses } from './parts/many-businesses.ts'
import { measureRest, reportMemory } from './parts/memory.ts'
import { practise } from './parts/practise.ts'
import { measureReviewLinks } from './parts/review-links.ts'
import { measureStart } from './parts/start.ts'
import { measureStorage } from './parts/storage.ts'
import { measureSustained } from './parts/sustained.ts'
import { measureTwoWorkers } from './parts/two-workers.ts'
import { measureUnloadedLatency } from './parts/unloaded-latency.ts'
import { measureXeroCalls } from './parts/xero-calls.ts'
import { readCpuProfiles } from './rig/cpu-profiles.ts'
import { seedBusinesses } from './rig/goodword-command.ts'
import { loggedErrors } from './rig/logged-errors.ts'
import { startProduct, startRig } from './rig/rig.ts'
import { watchWaits } from './rig/waits.ts'
import {
  costliestStatements,
  countStatements,
  untilRehearsed,
  forgetStatements,
  WITH_ALL_STATEMENTS,
  WITH_STATEMENTS,
} from './rig/statements.ts'

// Its own collections took both processors for 25 ms, in the middle of a text that it measured.
collectSeldom()

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'a,b,c,d,e,f,g,h,k,n,r,s,w,x' },
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    rate: { type: 'string' },
    organisations: { type: 'string', default: '50' },
    stored: { type: 'string' },
    concurrency: { type: 'string', default: '16' },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    'node-flag': { type: 'string', multiple: true, default: [] },
    'postgres-setting': { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})

const HELP = `npm run bench -- [--only a,c] [--quick | --smoke] [--rate N] [--organisations 50] [--stored N] [--concurrency 16] [--json]
                 [--keep] [--profile] [--node-flag=--cpu-prof …] [--postgres-setting name=value …]
  a unloaded latency   b sustained rate    c bursts of 2,000    d webhooks of 500 events
  e acks and floor     f memory            g with history stored   h dashboard      k two workers
  r review links opened, with few and with ten million stored    s bytes stored for a text
  w log of the first texts after a checkpoint    x calls of Xero for a text    n npm start
  v tables after an hour at 300/s: only where it is named
  experiments: what comparisons of two delays, two messages or a text and none find, only where it is named
  m ten thousand businesses and a million texts: only where it is named, for a quarter of an hour
  attribution: how well “probably from this text” is calibrated in simulated worlds, for some minutes; alone
  --smoke only proves that each part still runs, in seconds: its figures mean nothing;
  --rate skips the search of (b), --organisations says over how many; --stored 10000000 is the most that (g) stores (60 GB);
  --keep leaves the database and the logs of api and worker where they are;
  --profile prints the costliest statements after each part and where api and worker spent their time (implies --keep,
  and costs some speed).`

const MOST_ORGANISATIONS = 1_200
const MOST_SEARCHED = 100

/** What (b) is asked for; checked before anything is started. */
const sustained = () => {
  const organisations = Number(values.organisations)
  if (!(Number.isInteger(organisations) && organisations >= 1 && organisations <= MOST_ORGANISATIONS))
    throw new Error(`--organisations takes a whole number from 1 to ${MOST_ORGANISATIONS}.`)
  if (organisations > MOST_SEARCHED && !values.rate)
    throw new Error(
      `--organisations ${organisations} takes --rate: each try of a search takes as many new ones.`,
    )
  return { ...(values.rate ? { rate: Number(values.rate) } : {}), organisations }
}
const SUSTAINED = sustained()

const ALONE = ['experiments', 'm', 'attribution']

/** Which parts; one that is not known would be told as one whose bars are met. */
const wantedParts = (): Set<string> => {
  const letters = values.only.split(',')
  const unknown = letters.filter((letter) => !/^[abcdefghknrsvwx]$/.test(letter))
  if (unknown.length > 0 && !ALONE.includes(values.only))
    throw new Error(`--only does not know ${unknown.join(', ')}: --help names the parts.`)
  return new Set(letters)
}

const BUSINESSES: Record<Length, number> = { full: 1_600, quick: 1_600, smoke: 44 }
const FUNDS_CENTS = 100_000_000

const main = async (): Promise<void> => {
  if (values.help) return console.log(HELP)
  const wanted = wantedParts()
  const parts: Part[] = []
  const show = (part: Part): void => {
    parts.push(part)
    if (!values.json) console.log(printPart(part))
  }
  if (!values.json) console.log(machine())
  const length = values.smoke ? 'smoke' : values.quick ? 'quick' : 'full'
  const sized: Bench['sized'] = (full, quick, smoke) => ({ full, quick, smoke })[length]
  if (values.only === 'experiments') {
    show(measureExperiments({ sized }))
    return finish(parts)
  }
  if (values.only === 'm') {
    show(await measureManyBusinesses({ sized }))
    return finish(parts)
  }

  if (values.only === 'attribution') return judgeAttribution()

  const taken: Taken[] = []
  const besideAnother: BesideAnother = (work) =>
    withBench(length, work, (last) => taken.push({ whose: ', beside it', ...last }))
  await withBench(
    length,
    (bench) => measureParts(bench, wanted, { show, besideAnother }),
    (last) => taken.unshift({ whose: '', ...last }),
  )
  show(reportDoubles(taken))
  finish(
    parts,
    taken.flatMap(({ whose, errors }) =>
      errors.map(([words, times]): LoggedError => [`${words}${whose}`, times]),
    ),
  )
}

type LoggedError = [words: string, times: number]

/** What a product that is gone has left: what its gateway took, and what its processes logged as errors. */
type Last = { texts: number; doubledInvoices: number; errors: LoggedError[] }
type Taken = Last & { whose: string }

/** Opens a product for `work` and ends it. What it leaves is read before. */
const withBench = async <Out>(
  length: Length,
  work: (bench: Bench) => Promise<Out>,
  leave: (last: Last) => void,
): Promise<Out> => {
  const bench = await openBench(length)
  const { dataDir, upstream, stop } = bench.rig
  try {
    const out = await work(bench)
    const { texts, doubledInvoices } = await upstream.stats()
    leave({ texts, doubledInvoices: doubledInvoices.length, errors: loggedErrors(dataDir) })
    return out
  } finally {
    bench.webhooks.close()
    await stop()
    if (values.profile) console.error(readCpuProfiles(join(dataDir, 'logs')))
    if (values.keep || values.profile) console.error(`Kept: ${dataDir}`)
  }
}

/** All that runs, seeded and practised. What it started ends with its rig's `stop`. */
const openBench = async (length: Length): Promise<Bench> => {
  const rig = await startRig({
    nodeFlags: values['node-flag'],
    profile: values.profile,
    postgresSettings: {
      ...(values.profile ? WITH_ALL_STATEMENTS : WITH_STATEMENTS),
      ...Object.fromEntries(values['postgres-setting'].map((pair) => pair.split('=', 2))),
    },
    keep: values.keep || values.profile,
  })
  try {
    const businesses = await seedBusinesses(rig.settings, {
      businesses: BUSINESSES[length],
      fundsCents: FUNDS_CENTS,
    })
    await practise(rig.upstream, length === 'smoke' ? 30 : 3_000)
    await startProduct(rig)
    await countStatements(rig.pool)
    await untilRehearsed(rig.pool, join(rig.dataDir, 'logs', 'api.log'))
    await rig.upstream.switchCallbacks(true)
    return createBench(rig, { businesses, length, concurrency: Number(values.concurrency) })
  } catch (cause) {
    await rig.stop()
    throw cause
  }
}

/** In this order: memory at rest is measured first, and the parts that fill the database come last. */
const measureParts = async (
  bench: Bench,
  wanted: Set<string>,
  { show, besideAnother }: { show: (part: Part) => void; besideAnother: BesideAnother },
): Promise<void> => {
  const rest = wanted.has('f') ? await measureRest(bench) : undefined
  const measure = async (letter: string, part: () => Promise<Part>): Promise<void> => {
    if (!wanted.has(letter)) return
    if (!values.profile) return show(await part())
    await forgetStatements(bench.rig.pool)
    const waits = watchWaits(bench.rig.pool)
    show(await part())
    console.error(await waits.stop())
    console.error(await costliestStatements(bench.rig.pool))
  }
  await measure('a', () => measureUnloadedLatency(bench))
  await measure('d', () => measureBigWebhook(bench))
  await measure('x', () => measureXeroCalls(bench))
  await measure('c', () => measureBurst(bench))
  await measure('b', () => measureSustained(bench, SUSTAINED))
  await measure('k', () => measureTwoWorkers(bench))
  await measure('s', () => measureStorage(bench))
  await measure('e', () => measureAcks(bench))
  await measure('g', () =>
    measureHistory(bench, values.stored ? Number(values.stored) : undefined, besideAnother),
  )
  await measure('w', () => measureFirstTexts(bench))
  await measure('h', () => measureDashboard(bench))
  await measure('r', () => measureReviewLinks(bench))
  await measure('v', () => measureBloat(bench))
  await measure('n', () => measureStart(bench))
  if (rest) show(reportMemory(bench, rest))
}

/** A text that came twice would fill the place of one that is missing. */
const reportDoubles = (taken: Taken[]): Part => ({
  letter: 'all',
  title: 'all that each gateway took',
  figures: taken.flatMap(({ whose, texts, doubledInvoices }) => [
    { what: `texts${whose}`, value: texts, unit: '' },
    { what: `invoices with two${whose}`, value: doubledInvoices, unit: '', bar: { atMost: 0 } },
  ]),
})

/** Of the model alone: no product is started. Exits with 1 where a bar is missed. */
const judgeAttribution = (): void => {
  const length = values.smoke ? 'smoke' : values.quick ? 'quick' : 'full'
  const { worlds, missed } = measureAttribution(length, (line) => values.json || console.log(line))
  if (values.json) console.log(JSON.stringify({ node: process.version, worlds, missed }))
  else console.log(missed.length === 0 ? 'Every bar is met.' : `Missed: ${missed.join('; ')}.`)
  if (missed.length > 0) process.exitCode = 1
}

const machine = (): string =>
  `Goodword bench: Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ` +
  `load ${loadavg()[0]!.toFixed(1)} before the start\n`

const finish = (parts: Part[], errors: LoggedError[] = []): void => {
  const missed = parts.flatMap(({ letter, figures }) =>
    figures.filter(isMissed).map(({ what }) => `(${letter}) ${what}`),
  )
  const bars = parts.flatMap(({ figures }) => figures).filter(({ bar }) => bar !== undefined).length
  if (missed.length > 0 && !values.smoke) process.exitCode = 1
  if (values.json)
    console.log(JSON.stringify({ node: process.version, cores: cpus().length, parts, missed, errors }))
  else {
    for (const [words, times] of errors) console.log(`Logged ${times} ×  ${words}`)
    console.log(missed.length === 0 ? `Every bar is met, ${bars}.` : `Missed: ${missed.join('; ')}.`)
  }
}

await main()
