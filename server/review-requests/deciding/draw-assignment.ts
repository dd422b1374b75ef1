import { isRunningAt, type Experiment, type Side } from '../../experiments/experiment-rules.ts'
import { sideOf } from '../../experiments/side-of.ts'

/** Where a customer stands in the experiment that runs. */
export type Assignment = {
  experimentId: string
  side: Side
  draw: Buffer
  /** By chance she is not asked. */
  isLeftOut: boolean
  /** Between the payment and her text. */
  delayMinutes: number
}

/** Undefined where none runs, or where the customer has no number that a text could go to. */
export const drawAssignment = (
  { experiment, delayMinutes }: { experiment: Experiment | null; delayMinutes: number },
  phoneHash: Buffer | undefined,
  now: Date,
): Assignment | undefined => {
  if (!experiment || !phoneHash || !isRunningAt(experiment, now)) return undefined
  const { side, draw } = sideOf(experiment, phoneHash)
  const ownDelay = side === 'a' ? experiment.delayA : experiment.delayB
  return {
    experimentId: experiment.id,
    side,
    draw,
    isLeftOut: experiment.kind === 'hold_out' && side === 'b',
    delayMinutes: ownDelay ?? delayMinutes,
  }
}
