import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import type { ActivityOutcome } from '../../contracts/activity.ts'
import { asks } from '../lib/asks.ts'
import { ViewPanel, Views, ViewTabs } from '../ui/controls/views.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { ActivityList } from './activity-list.tsx'
import styles from './activity-page.module.css'
import type { OfText } from './activity-row.tsx'
import { ActivityTiles, useTotals } from './activity-tiles.tsx'
import { PERIODS, readPeriod } from './outcomes.ts'
import { chosenReason } from './tiles.ts'
import { ToMend } from './to-mend.tsx'

/** Every paid invoice and what became of it, with the reason and the one thing to do about it. */
export const ActivityPage = ({
  ways,
  ofText,
}: {
  /** To what would have happened, and back to the timeline. */
  ways: ReactNode
  ofText: OfText
}): ReactNode => {
  const [params, setParams] = useSearchParams()
  const period = readPeriod(params.get('period'))
  const choice = { outcome: readOutcome(params.get('outcome')), reason: params.get('reason') ?? undefined }
  const totals = useTotals(period)
  const { data: summary } = useQuery(asks('GET /api/review-requests/summary'))
  const view = params.get('view') === 'mend' ? 'mend' : 'all'
  /** What is chosen can be taken back by Back; what is typed is not a step of its own. */
  const change = (next: Record<string, string | undefined>, replace = false): void =>
    setParams(
      (now) => {
        for (const [key, value] of Object.entries(next)) {
          if (value === undefined) now.delete(key)
          else now.set(key, value)
        }
        return now
      },
      { replace },
    )

  return (
    <TabPage title="All Activity" lead={<p>Every paid invoice, and what became of it.</p>} ways={ways}>
      <Views
        className={styles.views}
        value={view}
        onChange={(next) => change({ view: next === 'mend' ? next : undefined })}
      >
        <ViewTabs
          label="View"
          options={[
            { value: 'all', words: 'Every invoice' },
            { value: 'mend', words: 'To mend', count: summary?.toMend },
          ]}
        />
        <ViewPanel value="all" className={styles.views}>
          <ActivityTiles
            totals={totals}
            period={period}
            onPeriod={(next) => change({ period: next === PERIODS[0].value ? undefined : next })}
            choice={choice}
            onChoice={change}
          />
          <ActivityList
            filter={{ ...choice, period, reason: chosenReason(totals.data, choice)?.reason ?? choice.reason }}
            ofText={ofText}
            searched={params.get('search') ?? ''}
            onSearch={(search) => change({ search: search || undefined }, true)}
            onClear={() =>
              change({ outcome: undefined, reason: undefined, search: undefined, period: 'all' })
            }
          />
        </ViewPanel>
        <ViewPanel value="mend" className={styles.views}>
          <ToMend ofText={ofText} />
        </ViewPanel>
      </Views>
    </TabPage>
  )
}

const readOutcome = (word: string | null): ActivityOutcome | undefined =>
  word === 'texted' || word === 'pending' || word === 'failed' || word === 'skipped' ? word : undefined
