import type { ExperimentKind, ExperimentPlan } from '../../contracts/experiments.ts'
import { EXPERIMENT_WEEKS } from '../../contracts/shared/experiment-terms.ts'
import { HOLD_OUT_PERCENT } from './experiment-rules.ts'
import { customersNeeded, smallestDifference } from './statistics-rules.ts'

/** Of fewer texts of her own, their share says little. */
const ENOUGH_TEXTS = 30
/** In percent, where nothing is known: links that are opened, and reviews that come without a text. */
const ASSUMED = { opened: 30, reviewed: 10 }
const WEEKS_A_MONTH = 365.25 / 12 / 7
const TEN_POINTS = 0.1

/** What one of this kind could show, said before it starts: of few customers, only large differences. */
export const planExperiment = (
  kind: ExperimentKind,
  { customersPerMonth, sent, opened }: { customersPerMonth: number; sent: number; opened: number },
  whyNot: string | null,
): ExperimentPlan => {
  const isAssumed = kind === 'hold-out' || sent < ENOUGH_TEXTS
  const assumedPercent =
    kind === 'hold-out' ? ASSUMED.reviewed : isAssumed ? ASSUMED.opened : Math.round((100 * opened) / sent)
  const shareOfB = kind === 'hold-out' ? HOLD_OUT_PERCENT / 100 : 0.5
  // Ten points more than everybody cannot be seen; near the top, the ten points below count as many customers.
  const lowest = Math.min(assumedPercent, 90) / 100
  return {
    kind,
    whyNot,
    assumedPercent,
    isAssumed,
    lengths: EXPERIMENT_WEEKS.map((weeks) => {
      const customers = Math.round((customersPerMonth * weeks) / WEEKS_A_MONTH)
      return { weeks, customers, points: smallestDifference(lowest, customers, shareOfB) ?? null }
    }),
    monthsForTenPoints:
      customersPerMonth === 0
        ? null
        : Math.ceil(customersNeeded(lowest + TEN_POINTS, lowest, shareOfB) / customersPerMonth),
  }
}
