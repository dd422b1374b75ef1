import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loggedErrors } from '../../../bench/rig/logged-errors.ts'
import { missesOf } from './bars.ts'
import { FAULTS } from './every-fault.ts'
import type { Fault } from './fault.ts'
import { heading, LEGEND, row } from './fault-table.ts'
import { hasOwnMounts } from './own-mounts.ts'
import { runFault, type FaultPlan, type FaultResult } from './run-fault.ts'
import { openScene, type Scene } from './scene.ts'

const FULL_PLAN: FaultPlan = {
  leadMs: 3_000,
  tailMs: 5_000,
  patienceMs: 180_000,
  pace: 1,
  load: 1,
}
/** So many that no organisation comes near the calls that Xero allows in a minute. */
const BUSINESSES = 200
const MOST_EVIDENCE = 6

export type DrillOptions = { seeds: number[]; only: string[]; load: number; pace: number; keep: boolean }

/** Each fault, for each seed. True when nothing was missed. */
export const drillFaults = async ({ seeds, only, load, pace, keep }: DrillOptions): Promise<boolean> => {
  const unknown = only.filter((name) => !FAULTS.some((fault) => fault.name === name))
  if (unknown.length > 0)
    throw new Error(
      `No such fault: ${unknown.join(', ')}. There are: ${FAULTS.map(({ name }) => name).join(', ')}.`,
    )
  const wanted = FAULTS.filter(({ name }) => only.length === 0 || only.includes(name))
  for (const { name, words } of wanted) console.log(`${name.padEnd(12)}  ${words}`)
  console.log(`\n${LEGEND}\n${heading()}`)
  const stage = openStage(keep)
  let missed = 0
  for (const seed of seeds) {
    for (const fault of wanted) {
      if (fault.needsOwnMounts && !hasOwnMounts()) {
        console.log(`${fault.name}: not possible here (it takes root, and a mount namespace of its own)`)
        continue
      }
      const isWell = await drillOne(stage, fault, seed, { ...FULL_PLAN, load, pace }).catch(
        (cause: unknown) => {
          console.log(`${fault.name}: the run itself failed`, cause)
          return false
        },
      )
      if (isWell) continue
      missed += 1
      await stage.clear()
    }
  }
  await stage.clear()
  console.log(missed === 0 ? '\nNothing was missed.' : `\n${missed} runs missed something.`)
  return missed === 0
}

type Stage = ReturnType<typeof openStage>

/** One scene at a time. Faults in a row that want the same one share it, until something was missed in it. */
const openStage = (keep: boolean) => {
  let current: { key: string; scene: Scene; nextCount: number } | undefined
  const clear = async (): Promise<void> => {
    const old = current
    current = undefined
    await old?.scene.close()
    if (old && keep) console.log(`Kept: ${old.scene.rig.dataDir}`)
  }
  const set = async (fault: Fault, seed: number) => {
    const isOwn = fault.clockShiftMs ?? fault.startsLate ?? fault.prepare
    const key = isOwn === undefined ? `sandbox: ${fault.withSandbox ?? false}` : `${fault.name} ${seed}`
    if (current?.key !== key) {
      await clear()
      current = { key, scene: await openScene({ businesses: BUSINESSES, keep }, fault), nextCount: 1 }
    }
    return current!
  }
  return { set, clear }
}

const drillOne = async (stage: Stage, fault: Fault, seed: number, plan: FaultPlan): Promise<boolean> => {
  const set = await stage.set(fault, seed)
  const result = await runFault(set.scene, fault, { seed, firstCount: set.nextCount, plan })
  set.nextCount += result.invoices
  console.log(row(result))
  const misses = missesOf(result)
  for (const miss of misses) console.log(`      ${miss}`)
  if (misses.length > 0) for (const line of evidence(set.scene, result)) console.log(`        ${line}`)
  return misses.length === 0
}

/** What the processes said since the scene was opened, most frequent first, and the last words of those that ended. */
const evidence = ({ rig }: Scene, { ended }: FaultResult): string[] => {
  const logs = join(rig.dataDir, 'logs')
  const words = loggedErrors(rig.dataDir)
    .slice(0, MOST_EVIDENCE)
    .map(([said, times]) => `${times} × ${said}`)
  const last = readdirSync(logs)
    .filter((name) => ended.some((end) => end.startsWith(name.replace('.log', ''))))
    .flatMap((name) => lastWords(join(logs, name)).map((line) => `${name}: ${line}`))
  return [...words, ...last]
}

const lastWords = (file: string): string[] => {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => /^\w*Error|Unhandled|^error:/.test(line)).slice(0, 3)
}
