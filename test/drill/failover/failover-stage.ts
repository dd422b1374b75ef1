import { loggedErrors } from '../../../bench/rig/logged-errors.ts'
import { missesOf } from '../faults/bars.ts'
import type { Fault } from '../faults/fault.ts'
import { runFault, type FaultPlan, type FaultResult } from '../faults/run-fault.ts'
import { openScene } from '../faults/scene.ts'
import { tellOfLost } from '../faults/tell-of-lost.ts'
import { failoverFaults } from './failover-faults.ts'
import { row } from './failover-table.ts'
import { openLab, type Mode } from './lab.ts'

const PLAN: FaultPlan = { leadMs: 4_000, tailMs: 8_000, patienceMs: 180_000, pace: 1, load: 1 }
const BUSINESSES = 200
const MOST_EVIDENCE = 8

/** One lab and one product at a time, kept from run to run until something was missed in it. */
export const openFailoverStage = (root: string, mode: Mode, keep: boolean) => {
  let current: Awaited<ReturnType<typeof open>> | undefined
  const open = async () => {
    const lab = await openLab(root, mode)
    const postgres = {
      url: lab.url,
      adminUrl: lab.adminUrl,
      kill: lab.close,
      stop: async () => lab.close(),
      restart: async () => undefined,
      pid: () => undefined,
    }
    // Stripe is asked as well before texts go on after the database has become another.
    const options = { withSandbox: true }
    const scene = await openScene({ businesses: BUSINESSES, keep, postgres }, options).catch(
      (cause: unknown) => {
        lab.close()
        throw cause
      },
    )
    return { lab, scene, nextCount: 1 }
  }
  const set = async () => (current ??= await open())

  return {
    faults: failoverFaults(() => current!.lab),
    /** What came of it, printed; `isWell` where nothing was missed. */
    run: async (fault: Fault, seed: number): Promise<{ result: FaultResult; isWell: boolean }> => {
      const { lab, scene, nextCount } = await set()
      await lab.untilWhole()
      const result = await runFault(scene, fault, { seed, firstCount: nextCount, plan: PLAN })
      current!.nextCount += result.invoices
      console.log(row(result))
      const misses = missesOf(result)
      for (const miss of misses) console.log(`      ${miss}`)
      for (const count of result.lost)
        for (const line of await tellOfLost(scene.admin, count)) console.log(`        ${count}: ${line}`)
      if (misses.length === 0) return { result, isWell: true }
      for (const [said, times] of loggedErrors(scene.rig.dataDir).slice(0, MOST_EVIDENCE))
        console.log(`        ${times} × ${said}`)
      return { result, isWell: false }
    },
    clear: async (): Promise<void> => {
      const old = current
      current = undefined
      await old?.scene.close()
      old?.lab.close()
      if (old && keep) console.log(`Kept: ${old.scene.rig.dataDir} and ${old.lab.logs}`)
      else old?.lab.forgetLogs()
    },
  }
}
