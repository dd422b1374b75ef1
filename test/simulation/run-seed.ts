import type { Engine } from './engine/engine.ts'
import type { Stage } from './stage.ts'
import { play, type Outcome } from './story.ts'
import type { Plan, Step } from './world/plan.ts'

const wordsOf = (cause: unknown): string =>
  cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)

/** One run of a seed. What the product throws where no caller waits for it is a finding as well. */
export const runPlan = async (engine: Engine, stage: Stage, plan: Plan): Promise<Outcome> => {
  const crashes: unknown[] = []
  const crashed = (cause: unknown) => crashes.push(cause)
  process.on('uncaughtException', crashed)
  process.on('unhandledRejection', crashed)
  try {
    const outcome = await play(engine, stage, plan).catch((cause: unknown) => {
      crashes.push(cause)
      return { seed: plan.seed, findings: [], minutes: 0, texts: 0, sum: '', lines: engine.history.lines() }
    })
    const findings = crashes.map((cause) => ({ promise: 'it goes on', what: wordsOf(cause) }))
    return { ...outcome, findings: [...outcome.findings, ...findings] }
  } finally {
    process.off('uncaughtException', crashed)
    process.off('unhandledRejection', crashed)
  }
}

/**
 * Leaves out what is not needed for a promise to be broken: halves first, then single steps, until none can go or so
 * many runs were made. Each of them is `heard` of.
 */
export const shrink = async (
  engine: Engine,
  stage: Stage,
  failing: { plan: Plan; outcome: Outcome },
  heard: () => void,
  mostRuns = 120,
): Promise<{ plan: Plan; outcome: Outcome }> => {
  const promises = new Set(failing.outcome.findings.map(({ promise }) => promise))
  let best = failing
  let runs = 0
  for (
    let size = Math.ceil(best.plan.steps.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < best.plan.steps.length && runs < mostRuns;) {
      const steps: Step[] = best.plan.steps.toSpliced(at, size)
      const plan = { ...best.plan, steps }
      const outcome = await runPlan(engine, stage, plan)
      runs += 1
      heard()
      if (outcome.findings.some(({ promise }) => promises.has(promise))) best = { plan, outcome }
      else at += size
    }
  }
  return best
}
