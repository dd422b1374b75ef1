import type { ActivityOutcome, ActivityTotals } from '../../contracts/activity.ts'
import { actOf } from '../review-requests/timeline/mending/mending-rules.ts'
import type { Business, State } from '../review-requests/timeline/words/request-words-rules.ts'
import { isOver, mendingOf, wordsOf } from './activity-words-rules.ts'

type Counted = { outcome: ActivityOutcome; reason: string | null; state: State | null; count: number }

/** Bills, and invoices paid before the owner went live: on record, and in no figure. */
export const NOT_COUNTED = ['bill', 'paid_before_go_live']

/** paid = texted + pending + failed + skipped, and why. */
export const totalActivity = (
  counted: Counted[],
  business: Business,
): Omit<ActivityTotals, 'from' | 'to' | 'timeZone'> => {
  const isCounted = ({ reason }: Counted) => !NOT_COUNTED.includes(reason ?? '')
  const over = counted.filter(({ outcome }) => isOver(outcome))
  const sum = (wanted?: ActivityOutcome) =>
    counted
      .filter((row) => (!wanted || row.outcome === wanted) && isCounted(row))
      .reduce((total, { count }) => total + count, 0)
  return {
    paid: sum(),
    texted: sum('texted'),
    pending: sum('pending'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    reasons: reasonsOf(over.filter(isCounted), business),
    notCounted: reasonsOf(
      over.filter((row) => !isCounted(row)),
      business,
    ),
  }
}

/** One line for each reason that an owner reads, whatever its codes are; the most frequent first. */
const reasonsOf = (counted: Counted[], business: Business): ActivityTotals['reasons'] => {
  const against = { ...business, isOptedOut: false }
  const lines = new Map<string, ActivityTotals['reasons'][number]>()
  for (const { outcome, reason, state, count } of counted) {
    const { what, todo = null } = wordsOf(outcome, state ? null : reason, state, reason, against)
    const codes = lines.get(`${outcome} ${what}`)?.reason.split(',') ?? []
    lines.set(`${outcome} ${what}`, {
      reason: [...new Set([...codes, reason ?? outcome])].toSorted().join(','),
      outcome,
      what,
      todo,
      act: actOf(mendingOf(state ? null : reason, state, reason, against)),
      count: count + (lines.get(`${outcome} ${what}`)?.count ?? 0),
    })
  }
  return [...lines.values()].toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}
