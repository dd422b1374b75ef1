import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { countedMisses } from './faults/bars.ts'
import type { Fault } from './faults/fault.ts'
import { blackHoled, frozen, terminated } from './faults/postgres-faults.ts'
import { terminating } from './faults/process-faults.ts'
import { runFault, type FaultPlan } from './faults/run-fault.ts'
import { openScene, WORKERS, type Scene } from './faults/scene.ts'

/** Longer than the door may take, so that one that waits for the database is found. */
const SILENCE_S = 5
/** So many that none comes near the calls that Xero allows in a minute. */
const BUSINESSES = 30
const PLAN: FaultPlan = { leadMs: 500, tailMs: 1_500, patienceMs: 60_000, pace: 1, load: 1 }
/** Long enough for invoices to come between two faults. */
const BETWEEN_MS = 1_500
/** Patience, not a bar: alone it takes a minute, and beside other tests on a busy machine two. */
const TIMEOUT_MS = 300_000

// The one that counts texts of unknown outcome comes first, before another leaves any; the one whose connections stay
// silent comes last.
const FAULTS: [fault: Fault, seconds: number][] = [
  [terminating, 1],
  [terminated, 2],
  [frozen, SILENCE_S],
  [blackHoled, SILENCE_S],
]

/** One fault after another under one traffic: what takes long is the quiet after it. */
const inTurn: Fault = {
  name: 'in turn',
  words: FAULTS.map(([{ words }]) => words).join('; then '),
  rate: 5,
  seconds: FAULTS.reduce((sum, [, seconds]) => sum + seconds, 0),
  upstream: Object.assign({}, ...FAULTS.map(([{ upstream }]) => upstream)) as Fault['upstream'],
  strike: async (scene) => {
    const misses: string[] = []
    for (const [fault, seconds] of FAULTS) {
      const endedBefore = scene.alive.ended().length
      const found = await fault.strike(scene, seconds)
      await pause(BETWEEN_MS)
      const ended = scene.alive.ended().slice(endedBefore)
      misses.push(...[...found, ...ended].map((miss) => `${fault.name}: ${miss}`))
    }
    await workAgain(scene)
    return misses
  },
}

/** Texts go again. Then both workers are killed, so that the quiet need not wait for what they may still be sending. */
const workAgain = async ({ rig, alive }: Scene): Promise<void> => {
  const { texts } = await rig.upstream.stats()
  await rig.upstream.waitForTexts(texts + 15, TIMEOUT_MS)
  await Promise.all(WORKERS.map((name) => alive.kill(name, 0)))
}

test(
  'processes asked to end, sessions ended, a frozen and a silent database: every paid invoice is texted once',
  async () => {
    const scene = await openScene({ businesses: BUSINESSES })
    try {
      const result = await runFault(scene, inTurn, { seed: 1, firstCount: 1, plan: PLAN })

      expect(countedMisses(result)).toEqual([])
      expect(result.invoices).toBeGreaterThan(0)
    } finally {
      await scene.close()
    }
  },
  TIMEOUT_MS,
)
