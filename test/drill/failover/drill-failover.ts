import { spreadOf } from '../../../bench/rig/percentiles.ts'
import type { Fault } from '../faults/fault.ts'
import type { FaultResult } from '../faults/run-fault.ts'
import { openFailoverStage } from './failover-stage.ts'
import { heading, LEGEND } from './failover-table.ts'
import { makeLabRoot, whyNoLab } from './lab-root.ts'
import type { Mode } from './lab.ts'

export type FailoverOptions = { seeds: number[]; only: string[]; mode: Mode; keep: boolean }

/** Each fault, for each seed, on a lab of three nodes. True when nothing was missed. */
export const drillFailover = async (options: FailoverOptions): Promise<boolean> => {
  const refuse = (reason: string): boolean => {
    console.error(reason)
    return false
  }
  const reason = whyNoLab()
  if (reason) return refuse(reason)
  let root: string
  try {
    root = await makeLabRoot(console.log)
  } catch (cause) {
    return refuse((cause as Error).message)
  }
  return drill(root, options)
}

const drill = async (root: string, { seeds, only, mode, keep }: FailoverOptions): Promise<boolean> => {
  const stage = openFailoverStage(root, mode, keep)
  const results: FaultResult[] = []
  let missed = 0
  try {
    const wanted = wantedOf(stage.faults, only)
    for (const { name, words } of wanted) console.log(`${name.padEnd(11)}  ${words}`)
    const called = mode === 'strict' ? 'Strict synchronous' : 'Asynchronous'
    console.log(`\n${called} replication.\n${LEGEND}\n${heading()}`)
    for (const fault of seeds.flatMap((seed) => wanted.map((each) => ({ ...each, seed })))) {
      const { result, isWell } = await stage.run(fault, fault.seed).catch((cause: unknown) => {
        console.log(`${fault.name}: the run itself failed`, cause)
        return { result: undefined, isWell: false }
      })
      if (result) results.push(result)
      if (isWell) continue
      missed += 1
      await stage.clear()
    }
    if (seeds.length > 1) for (const { name } of wanted) console.log(sumOf(name, results))
    console.log(missed === 0 ? '\nNothing was missed.' : `\n${missed} runs missed something.`)
    return missed === 0
  } finally {
    await stage.clear()
  }
}

const sumOf = (name: string, results: FaultResult[]): string => {
  const own = results.filter(({ fault }) => fault.name === name)
  const total = (count: (result: FaultResult) => number) => own.reduce((sum, each) => sum + count(each), 0)
  const silence = spreadOf(own.map(({ silenceMs }) => silenceMs / 1000))
  return (
    `${name.padEnd(11)}  ${own.length} runs: ${total(({ lost }) => lost.length)} lost, ` +
    `${total(({ doubled }) => doubled.length)} doubled, silence ${silence.p50.toFixed(1)} s at the median, ` +
    `${silence.p95.toFixed(1)} s at p95`
  )
}

const wantedOf = (faults: Fault[], only: string[]): Fault[] => {
  const unknown = only.filter((name) => !faults.some((fault) => fault.name === name))
  if (unknown.length > 0)
    throw new Error(
      `No such fault: ${unknown.join(', ')}. There are: ${faults.map(({ name }) => name).join(', ')}.`,
    )
  return faults.filter(({ name }) => only.length === 0 || only.includes(name))
}
