import { Client } from 'pg'
import { prepareDatabase } from './database/prepare.ts'
import { openEngine } from './engine/engine.ts'
import type { ChildTask, Report } from './reports.ts'
import { runPlan, shrink } from './run-seed.ts'
import { PUBLIC_URL } from './settings.ts'
import { openStage } from './stage.ts'
import type { Outcome } from './story.ts'
import { tellStory } from './tell-story.ts'
import { drawPlan, type Plan } from './world/plan.ts'

export const simulate = async (
  { serverUrl, name, seeds, steps, twice, untilFound, tells, whole }: ChildTask,
  functions: string[],
  report: (one: Report) => void,
): Promise<void> => {
  const url = await prepareDatabase(serverUrl, name)
  await applyFunctions(url, functions)
  const engine = await openEngine(url, PUBLIC_URL)
  const stage = await openStage(engine, url)
  const tell = async (failing: { plan: Plan; outcome: Outcome }): Promise<void> => {
    const { seed } = failing.plan
    const shortest = await shrink(engine, stage, failing, () => report({ kind: 'shrinking', seed }))
    report({ kind: 'story', seed, lines: tellStory(shortest) })
  }
  let hasTold = false
  for (const seed of seeds) {
    const plan = drawPlan(seed, steps)
    const outcome = await runPlan(engine, stage, plan)
    const findings = [...outcome.findings]
    if (whole) report({ kind: 'story', seed, lines: [...outcome.lines] })
    if (twice) {
      const again = await runPlan(engine, stage, plan)
      if (again.sum !== outcome.sum)
        findings.push({ promise: 'one history', what: difference(outcome.lines, again.lines) })
    }
    const { minutes, texts, sum } = outcome
    report({ kind: 'seed', seed, findings, minutes, texts, sum })
    if (untilFound && findings.length > 0) return
    // Two histories of one seed are no broken promise, and have nothing to be shrunk by.
    if (!tells || hasTold || outcome.findings.length === 0) continue
    hasTold = true
    await tell({ plan, outcome })
  }
}

const applyFunctions = async (url: string, functions: string[]): Promise<void> => {
  if (functions.length === 0) return
  const owner = new Client({ connectionString: url })
  await owner.connect()
  for (const text of functions) await owner.query(text)
  await owner.end()
}

const difference = (one: readonly string[], other: readonly string[]): string => {
  const at = one.findIndex((line, index) => line !== other[index])
  const near = (lines: readonly string[]) => lines.slice(Math.max(0, at - 2), at + 2).join('\n')
  return `from line ${at}:\n${near(one)}\nand\n${near(other)}`
}
