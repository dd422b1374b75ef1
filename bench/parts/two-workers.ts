import { builtProgram } from '../../bin/built-programs.ts'
import type { Figure, Part } from '../figures.ts'
import { cpuSeconds } from '../rig/cpu-time.ts'
import { watchLocks } from '../rig/waits.ts'
import type { Bench } from './bench.ts'
import { runOpenLoop } from './open-loop.ts'

const ORGANISATIONS = 50

type Cost = {
  workersMs: number
  postgresMs: number
  locked: number
  flushing: number
  texts: number
  missing: number
}

/**
 * (k) One worker, and two with as much for each of them: twice the webhooks of twice the organisations. On a core each
 * they do as much more as a text does not cost more, unless one waits for the other: so both are measured. Two that
 * share the load of one make smaller groups of it, and each has its scans: that is measured beside it.
 */
export const measureTwoWorkers = async (bench: Bench): Promise<Part> => {
  const first = bench.rig.worker.pid()
  await cost(bench, [first], bench.sized(10, 3, 1))
  const alone = await cost(bench, [first], bench.sized(30, 10, 1))
  const second = bench.rig.addProcess(builtProgram('worker'), 'worker-2')
  await second.start()
  // One that was just started compiles what it runs: that is of its start, and not of its texts.
  await cost(bench, [first, second.pid()], bench.sized(10, 3, 1))
  const pids = [first, second.pid()]
  const both = await cost(bench, pids, bench.sized(30, 10, 1), 2)
  const shared = await cost(bench, pids, bench.sized(30, 10, 1))
  await second.stop()
  return {
    letter: 'k',
    title: `one worker and two, for each ${rateOf(bench)} webhooks/s over ${ORGANISATIONS} organisations`,
    figures: [
      ...figuresOf('one', alone),
      ...figuresOf('two', both),
      {
        what: 'two with a core each, over one',
        value: (2 * alone.workersMs) / both.workersMs,
        unit: '×',
        bar: { atLeast: 1.8 },
      },
      {
        what: 'two that share the load of one',
        value: shared.workersMs,
        unit: 'ms',
        note: 'of workers, a text',
      },
      {
        what: 'texts missing',
        value: alone.missing + both.missing + shared.missing,
        unit: '',
        bar: { atMost: 0 },
      },
    ],
  }
}

const rateOf = (bench: Bench): number => bench.sized(300, 300, 20)

const cost = async (
  bench: Bench,
  pids: (number | undefined)[],
  seconds: number,
  times = 1,
): Promise<Cost> => {
  const businesses = bench.takeBusinesses(ORGANISATIONS * times)
  const rate = rateOf(bench) * times
  const spent = () => pids.reduce<number>((sum, pid) => sum + cpuSeconds(pid), 0)
  const before = { workers: spent(), postgres: bench.cpu().postgres }
  const locks = watchLocks(bench.rig.pool)
  const { missing } = await runOpenLoop(bench, businesses, { rate, seconds, drainMs: 60_000 })
  const waits = await locks.stop()
  const texts = rate * seconds - missing
  const perText = (now: number, then: number) => ((now - then) * 1000) / texts
  return {
    workersMs: perText(spent(), before.workers),
    postgresMs: perText(bench.cpu().postgres, before.postgres),
    texts,
    missing,
    ...waits,
  }
}

const figuresOf = (who: string, { workersMs, postgresMs, locked, flushing, texts }: Cost): Figure[] => [
  { what: `${who}: processor of workers, a text`, value: workersMs, unit: 'ms', note: `${texts} texts` },
  { what: `${who}: of PostgreSQL, a text`, value: postgresMs, unit: 'ms' },
  {
    what: `${who}: sessions that wait for a lock`,
    value: locked,
    unit: '',
    note: `for the disk ${flushing.toFixed(2)}`,
  },
]
