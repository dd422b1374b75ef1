import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { huntMutants, mutantNames } from './mutants/hunt-mutants.ts'
import type { Report } from './reports.ts'
import { runSeeds } from './run-seeds.ts'
import { startServer } from './start-server.ts'

const HELP = `npm run simulate -- --seed S --steps N   one history, told in full where it breaks a promise
npm run simulate -- --seeds 50            so many seeds, from --seed on; each process tells its first broken one in full
npm run simulate -- --seed S --whole      every line of a history
npm run simulate -- --seeds 50 --twice    each one twice: the same seed has the same history
npm run simulate -- --mutants             looks for each of the faults in test/simulation/mutants
npm run simulate -- --mutant NAME         looks for one of them`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    steps: { type: 'string', default: '24' },
    processes: { type: 'string', default: String(Math.min(availableParallelism(), 8)) },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    sums: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const main = async (): Promise<number> => {
  if (values.help) return say(HELP)
  const from = Number(values.seed)
  const isHunt = values.mutants || values.mutant !== undefined
  const count = Number(values.seeds ?? (isHunt ? 2_000 : 1))
  const steps = Number(values.steps)
  const processes = Number(values.processes)
  if (![from, count, steps, processes].every((number) => Number.isSafeInteger(number) && number > 0))
    return say(`Seeds, steps and processes are whole numbers above zero.\n\n${HELP}`) + 1
  const seeds = Array.from({ length: count }, (_, index) => from + index)
  const server = await startServer()
  try {
    const names = values.mutant ? [values.mutant] : mutantNames()
    if (isHunt) return await huntMutants(names, { serverUrl: server.url, seeds, steps, processes })
    return await simulate(server.url, { seeds, steps, processes })
  } finally {
    await server.stop()
  }
}

const simulate = async (
  serverUrl: string,
  { seeds, ...how }: { seeds: number[]; steps: number; processes: number },
): Promise<number> => {
  const totals = { seeds: 0, failed: 0, minutes: 0, texts: 0 }
  const startedAt = performance.now()
  const hear = (report: Report): void => {
    if (report.kind === 'story') say(report.lines.join('\n'))
    if (report.kind !== 'seed') return
    totals.seeds += 1
    totals.minutes += report.minutes
    totals.texts += report.texts
    if (report.findings.length > 0) totals.failed += 1
    if (values.sums) say(`seed ${report.seed} ${report.sum}`)
    for (const { promise, what } of report.findings) say(`seed ${report.seed}: ${promise}: ${what}`)
  }
  const { twice, whole } = values
  await runSeeds({ serverUrl, seeds, ...how, twice, whole, tells: true, untilFound: false }, hear)
  const seconds = (performance.now() - startedAt) / 1000
  say(
    `${totals.seeds} seeds, ${totals.failed} of them break a promise. ${totals.texts} texts, ` +
      `${(totals.minutes / 60).toFixed(0)} simulated hours in ${seconds.toFixed(0)} s: ` +
      `${((totals.minutes * 60) / seconds).toFixed(0)} simulated minutes a minute.`,
  )
  return totals.failed === 0 ? 0 : 1
}

const say = (words: string): number => {
  console.log(words)
  return 0
}

process.exitCode = await main()
