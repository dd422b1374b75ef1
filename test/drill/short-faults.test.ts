import { afterAll, beforeAll, expect, test } from 'vitest'
import { countedMisses } from './faults/bars.ts'
import type { Fault } from './faults/fault.ts'
import { blackHoled, frozen, terminated } from './faults/postgres-faults.ts'
import { terminating } from './faults/process-faults.ts'
import { runFault, type FaultPlan } from './faults/run-fault.ts'
import { openScene, type Scene } from './faults/scene.ts'

/** Longer than the door may take, so that one that waits for the database is found. */
const SILENCE_S = 5
/** So many that none comes near the calls that Xero allows in a minute. */
const BUSINESSES = 60
const PLAN: FaultPlan = { leadMs: 500, tailMs: 1_500, patienceMs: 60_000, pace: 1, load: 1 }
const TIMEOUT_MS = 120_000

let scene: Scene | undefined
let firstCount = 1

beforeAll(async () => {
  scene = await openScene({ businesses: BUSINESSES })
}, TIMEOUT_MS)
afterAll(() => scene?.close(), TIMEOUT_MS)

const drill = async (fault: Fault, shorter: Pick<Fault, 'rate' | 'seconds'>): Promise<string[]> => {
  const result = await runFault(scene!, { ...fault, ...shorter }, { seed: 1, firstCount, plan: PLAN })
  firstCount += result.invoices
  expect(result.invoices).toBeGreaterThan(0)
  return countedMisses(result)
}

const tests: [sentence: string, fault: Fault, shorter: Pick<Fault, 'rate' | 'seconds'>][] = [
  ['sessions that the database ends again and again end no process', terminated, { rate: 15, seconds: 2 }],
  ['while the database is frozen no process ends', frozen, { rate: 8, seconds: SILENCE_S }],
  ['while connections pass nothing no process ends', blackHoled, { rate: 8, seconds: SILENCE_S }],
  ['every process ends well when asked to in a burst', terminating, { rate: 15, seconds: 1 }],
]

test.each(tests)(
  '%s, and every paid invoice is texted once',
  async (_sentence, fault, shorter) => {
    expect(await drill(fault, shorter)).toEqual([])
  },
  TIMEOUT_MS,
)
