import { loggedErrors } from '../../../bench/rig/logged-errors.ts'
import { missesOf } from '../faults/bars.ts'
import type { Fault } from '../faults/fault.ts'
import { runFault, type FaultPlan } from '../faults/run-fault.ts'
import { openScene } from '../faults/scene.ts'
import { failoverFaults } from './failover-faults.ts'
import { heading, LEGEND, row } from './failover-table.ts'
import { makeLabRoot, whyNoLab } from './lab-root.ts'
import { openLab, type Mode } from './lab.ts'

export type FailoverOptions = { seeds: number[]; only: string[]; mode: Mode; keep: boolean }

const PLAN: FaultPlan = { leadMs: 4_000, tailMs: 8_000, patienceMs: 180_000, pace: 1, load: 1 }
const BUSINESSES = 200
const MOST_EVIDENCE = 8

/** Each fault, for each seed, on a lab of three nodes. True when nothing was missed. */
export const drillFailover = async ({ seeds, only, mode, keep }: FailoverOptions): Promise<boolean> => {
  const reason = whyNoLab()
  if (reason) {
    console.error(reason)
    return false
  }
  const stage = await openStage(mode, keep)
  try {
    const wanted = wantedOf(stage.faults, only)
    for (const { name, words } of wanted) console.log(`${name.padEnd(11)}  ${words}`)
    console.log(
      `\n${mode === 'strict' ? 'Strict synchronous' : 'Asynchronous'} replication.\n${LEGEND}\n${heading()}`,
    )
    let missed = 0
    for (const seed of seeds)
      for (const fault of wanted) {
        const isWell = await stage.run(fault, seed).catch((cause: unknown) => {
          console.log(`${fault.name}: the run itself failed`, cause)
          return false
        })
        if (isWell) continue
        missed += 1
        await stage.clear()
      }
    console.log(missed === 0 ? '\nNothing was missed.' : `\n${missed} runs missed something.`)
    return missed === 0
  } finally {
    await stage.clear()
  }
}

const wantedOf = (faults: Fault[], only: string[]): Fault[] => {
  const unknown = only.filter((name) => !faults.some((fault) => fault.name === name))
  if (unknown.length > 0)
    throw new Error(
      `No such fault: ${unknown.join(', ')}. There are: ${faults.map(({ name }) => name).join(', ')}.`,
    )
  return faults.filter(({ name }) => only.length === 0 || only.includes(name))
}

/** One lab and one product at a time, kept from run to run until something was missed in it. */
const openStage = async (mode: Mode, keep: boolean) => {
  const root = await makeLabRoot(console.log)
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
    const scene = await openScene({ businesses: BUSINESSES, keep, postgres }).catch((cause: unknown) => {
      lab.close()
      throw cause
    })
    return { lab, scene, nextCount: 1 }
  }
  const set = async () => (current ??= await open())

  return {
    faults: failoverFaults(() => current!.lab),
    run: async (fault: Fault, seed: number): Promise<boolean> => {
      const { lab, scene, nextCount } = await set()
      await lab.untilWhole()
      const result = await runFault(scene, fault, { seed, firstCount: nextCount, plan: PLAN })
      current!.nextCount += result.invoices
      console.log(row(result))
      const misses = missesOf(result)
      for (const miss of misses) console.log(`      ${miss}`)
      if (misses.length === 0) return true
      for (const [said, times] of loggedErrors(scene.rig.dataDir).slice(0, MOST_EVIDENCE))
        console.log(`        ${times} × ${said}`)
      return false
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
