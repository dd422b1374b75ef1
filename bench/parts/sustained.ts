import type { Figure, Part } from '../figures.ts'
import type { Bench } from './bench.ts'
import { measureFloor } from './text-floor.ts'
import { runOpenLoop, type LoadResult } from './open-loop.ts'

const STEPS = [100, 200, 400, 600, 800, 1_000]
/** A rate is held when what is left at the end is done within this, texts and then reports: there is no backlog. */
const DRAINED_WITHIN_S = 5

/** (b) Short runs find the rate that is held, then a whole minute at it; a rate that a minute breaks is lowered. */
export const measureSustained = async (
  bench: Bench,
  { rate: fixedRate, organisations }: { rate?: number; organisations: number },
): Promise<Part> => {
  const seconds = bench.sized(60, 20, 1)
  const tried: LoadResult[] = []
  const run = async (rate: number, forSeconds: number): Promise<LoadResult> => {
    const businesses = bench.takeBusinesses(organisations)
    const result = await runOpenLoop(bench, businesses, { rate, seconds: forSeconds, drainMs: 90_000 })
    tried.push(result)
    console.error(`    … ${rate}/s for ${forSeconds} s: ${summary(result)}`)
    return result
  }

  const onlyRate = fixedRate ?? bench.sized(undefined, undefined, 20)
  const rates = onlyRate ? [onlyRate] : await stepUp(run, bench.sized(8, 4, 1))
  let best: LoadResult | undefined
  for (const rate of rates.slice(0, 3)) {
    best = await run(rate, seconds)
    if (isHeld(best)) break
  }
  const least = fixedRate === undefined ? LEAST_HELD : Math.min(LEAST_HELD, fixedRate * 0.9)
  return report(best!, { least, seconds, organisations, tried, floor: await measureFloor(bench) })
}

const MINUTE_S = 60
/** Of what was offered in a minute: what is sent within two seconds on average. */
const SENT_WITHIN = 29 / 30

/** The rates that a short run held, the highest first. */
const stepUp = async (
  run: (rate: number, seconds: number) => Promise<LoadResult>,
  seconds: number,
): Promise<number[]> => {
  const held: number[] = []
  for (const rate of STEPS) {
    if (!isHeld(await run(rate, seconds))) break
    held.unshift(rate)
  }
  return held.length > 0 ? held : [STEPS[0]! / 2]
}

const isHeld = ({ missing, refused, drainSeconds, reportsSeconds }: LoadResult): boolean =>
  missing === 0 && refused === 0 && Math.max(drainSeconds, reportsSeconds) <= DRAINED_WITHIN_S

const summary = ({ textsPerSecond, latency, drainSeconds, cpu }: LoadResult): string =>
  `${textsPerSecond.toFixed(0)} texts/s, p50 ${latency.p50.toFixed(0)} ms, p99 ${latency.p99.toFixed(0)} ms, ` +
  `drained in ${drainSeconds.toFixed(1)} s, ` +
  cpu.map(({ what, value, unit }) => `${what} ${value.toFixed(1)} ${unit}`).join(', ')

/** Texts a second that two cores hold at least. */
const LEAST_HELD = 400

/** Milliseconds of processor a text, on two cores: fewer together cost more. */
const MOST_CPU_MS: Record<number, number> = { 300: 2.6, 600: 1.7 }

const withBar = (cpu: Figure[], rate: number): Figure[] => {
  const atMost = MOST_CPU_MS[rate]
  if (atMost === undefined) return cpu
  return cpu.map((figure) =>
    figure.what === 'processor for a text' ? { ...figure, bar: { atMost } } : figure,
  )
}

/** Depends less on how quick the machine is than either of the two. */
const overFloor = (cpu: Figure[], floor: Figure[]): Figure[] => {
  const text = cpu.find(({ what }) => what === 'processor for a text')
  const together = floor.find(({ what }) => what === 'floor, 8 together')
  return text && together
    ? [{ what: 'text over that floor, 8 together', value: text.value / together.value, unit: '×' }]
    : []
}

const report = (
  best: LoadResult,
  {
    least,
    seconds,
    organisations,
    tried,
    floor,
  }: { least: number; seconds: number; organisations: number; tried: LoadResult[]; floor: Figure[] },
): Part => ({
  letter: 'b',
  title: `sustained: ${seconds} s over ${organisations} organisations at ${best.rate} webhooks/s, callbacks on`,
  figures: [
    { what: 'texts', value: best.textsPerSecond, unit: '/s', bar: { atLeast: least }, note: 'aim 1,000' },
    {
      what: 'texts while webhooks came',
      value: (best.rate * seconds - best.backlogAtEnd) / seconds,
      unit: '/s',
      ...(seconds >= MINUTE_S ? { bar: { atLeast: best.rate * SENT_WITHIN } } : {}),
    },
    { what: 'latency p50', value: best.latency.p50, unit: 'ms' },
    { what: 'latency p99', value: best.latency.p99, unit: 'ms', bar: { atMost: 8_000 } },
    { what: 'ack p99, worker busy', value: best.ack.p99, unit: 'ms', bar: { atMost: 50 } },
    { what: 'webhooks refused', value: best.refused, unit: '', bar: { atMost: 0 } },
    { what: 'backlog at the end', value: best.backlogAtEnd, unit: 'texts' },
    { what: 'reports that waited then', value: best.reportsWaiting, unit: '' },
    { what: 'answered after', value: best.reportsSeconds, unit: 's', bar: { atMost: DRAINED_WITHIN_S } },
    { what: 'drained after', value: best.drainSeconds, unit: 's', bar: { atMost: DRAINED_WITHIN_S } },
    { what: 'texts missing', value: best.missing, unit: '', bar: { atMost: 0 } },
    ...withBar(best.cpu, best.rate),
    ...best.database,
    ...floor,
    ...overFloor(best.cpu, floor),
    ...tried.map((each) => ({ what: `tried ${each.rate}/s`, value: each.textsPerSecond, unit: '/s' })),
  ],
})
