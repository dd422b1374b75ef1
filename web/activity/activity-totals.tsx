import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ActivityOutcome, ActivityTotals as Totals } from '../../contracts/activity.ts'
import { asks } from '../lib/asks.ts'
import { inNumber } from '../lib/words.ts'
import { ActLink } from '../ui/controls/act-link.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import styles from './activity-totals.module.css'
import { totalsSentence, type Period } from './outcomes.ts'
import { usePeriodDays } from './use-period-days.ts'

type Choice = { reason: string; outcome: ActivityOutcome }

/** How many were paid, how many of them texted, and why the others were not. */
export const ActivityTotals = ({
  period,
  onReason,
}: {
  period: Period
  onReason: (choice: Choice) => void
}): ReactNode => {
  const days = usePeriodDays(period)
  const { data, error, refetch } = useQuery({
    ...asks('GET /api/activity/totals', { query: days ?? {} }),
    enabled: days !== undefined,
    placeholderData: (before) => before,
  })
  if (error && !data) {
    return <LoadError what="The totals could not be loaded." error={error} retry={refetch} />
  }
  if (!data) {
    return (
      <div className={styles.totals}>
        <Skeleton width="24rem" height="1.3em" />
        <Skeleton width="16rem" />
        <Skeleton width="18rem" />
      </div>
    )
  }
  return (
    <section className={styles.totals} aria-label="Totals">
      <h2>{totalsSentence(data, period)}</h2>
      {GROUPS.map(({ outcome, why }) => (
        <Reasons
          key={outcome}
          why={why}
          reasons={data.reasons.filter((reason) => reason.outcome === outcome)}
          onReason={onReason}
        />
      ))}
      {data.notCounted.length > 0 && (
        <p className={styles.rest}>
          {`Not counted: ${data.notCounted.map(({ count, what }) => `${inNumber(count)} × ${what.replace(/\.$/, '').toLowerCase()}`).join('; ')}.`}
        </p>
      )}
    </section>
  )
}

const GROUPS = [
  { outcome: 'failed', why: 'Could not be delivered' },
  { outcome: 'skipped', why: 'Not texted' },
] as const

const Reasons = ({
  why,
  reasons,
  onReason,
}: {
  why: string
  reasons: Totals['reasons']
  onReason: (choice: Choice) => void
}): ReactNode =>
  reasons.length > 0 && (
    <div className={styles.group}>
      <h3>{why}</h3>
      <ul className={styles.reasons} aria-label={why}>
        {reasons.map(({ reason, outcome, what, todo, act, count }) => (
          <li key={reason}>
            <b>{inNumber(count)}</b>
            <p>
              <button type="button" onClick={() => onReason({ reason, outcome })}>
                {what}
              </button>
              {todo && <span>{todo}</span>}
              {act && <ActLink act={act} />}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
