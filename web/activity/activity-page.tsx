import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ActivityOutcome } from '../../contracts/activity.ts'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityList } from './activity-list.tsx'
import styles from './activity-page.module.css'
import type { RequestDetails } from './activity-row.tsx'
import { ActivityTotals } from './activity-totals.tsx'
import { PERIODS, readPeriod } from './outcomes.ts'

/** Every paid invoice and what became of it, with the reason and the one thing to do about it. */
export const ActivityPage = ({
  timeline,
  details,
}: {
  timeline: ReactNode
  details: RequestDetails
}): ReactNode => {
  const [params, setParams] = useSearchParams()
  const period = readPeriod(params.get('period'))
  const outcome = readOutcome(params.get('outcome'))
  const reason = params.get('reason') ?? undefined
  const change = (next: Record<string, string | undefined>): void =>
    setParams(
      (now) => {
        for (const [key, value] of Object.entries(next)) {
          if (value === undefined) now.delete(key)
          else now.set(key, value)
        }
        return now
      },
      { replace: true },
    )

  return (
    <TabPage
      title="All Activity"
      lead={
        <div className={styles.lead}>
          <p>Every paid invoice, and what became of it.</p>
          {timeline}
        </div>
      }
    >
      <ActivityTotals
        period={period}
        onReason={(next) => change({ reason: next.reason, outcome: next.outcome })}
      />
      <ActivityFilters
        period={period}
        onPeriod={(next) => change({ period: next === PERIODS[0].value ? undefined : next })}
        outcome={outcome}
        onOutcome={(next) => change({ outcome: next, reason: undefined })}
      />
      <ActivityList
        filter={{ period, outcome, reason }}
        details={details}
        searched={params.get('search') ?? ''}
        onSearch={(search) => change({ search: search || undefined })}
        onClear={() => change({ outcome: undefined, reason: undefined, search: undefined, period: 'all' })}
      />
    </TabPage>
  )
}

const readOutcome = (word: string | null): ActivityOutcome | undefined =>
  word === 'texted' || word === 'pending' || word === 'failed' || word === 'skipped' ? word : undefined
