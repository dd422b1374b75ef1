import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { asks } from '../lib/asks.ts'
import { monthOf } from '../lib/days.ts'
import { useSettled } from '../lib/use-settled.ts'
import { inNumber, monthName } from '../lib/words.ts'
import { FilterField } from '../ui/filter-field.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TabPage } from '../ui/tab-page.tsx'
import { CalendarView } from './calendar-view.tsx'
import { ListView } from './list-view.tsx'
import { MonthName, MonthSteps } from './month-steps.tsx'
import { OrderButton } from './order-button.tsx'
import styles from './timeline-page.module.css'

const VIEWS = [
  { value: 'list' as const, words: 'List View' },
  { value: 'calendar' as const, words: 'Calendar View' },
]
const TYPING_PAUSE_MS = 200

/** Every text that went out or will, as a list or on a calendar. `activity` leads to what was not texted. */
export const TimelinePage = ({ activity }: { activity: ReactNode }): ReactNode => {
  const [params, setParams] = useSearchParams()
  const view = viewIn(params)
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), TYPING_PAUSE_MS)
  const panelId = useId()
  const isList = view === 'list'
  return (
    <TabPage title="Timeline" lead={<Summary activity={activity} />}>
      <div className={styles.panel}>
        <div className={styles.bar}>
          {isList ? (
            <FilterField key="search" label="Search name, phone or invoice" value={text} onChange={setText} />
          ) : (
            <MonthName key="month" />
          )}
          <Segmented
            key="views"
            label="View"
            value={view}
            options={VIEWS}
            onChange={(next) => {
              // The address is ahead of what is rendered while a change is under way.
              if (next !== viewIn(new URLSearchParams(window.location.search))) {
                setParams(next === 'calendar' ? { view: next } : {})
              }
            }}
            panelId={panelId}
          />
          {isList ? <OrderButton key="order" /> : <MonthSteps key="steps" />}
        </div>
        <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${view}`} className={styles.panel}>
          {isList ? <ListView search={search} onClear={() => setText('')} /> : <CalendarView />}
        </div>
      </div>
    </TabPage>
  )
}

const viewIn = (params: URLSearchParams): 'list' | 'calendar' =>
  params.get('view') === 'calendar' ? 'calendar' : 'list'

const Summary = ({ activity }: { activity: ReactNode }): ReactNode => {
  const { data, isError } = useQuery(asks('GET /api/review-requests/summary'))
  return (
    <div className={styles.summary}>
      {data ? (
        <p>
          <b>{inNumber(data.sentThisMonth)}</b> {data.sentThisMonth === 1 ? 'request' : 'requests'} sent in{' '}
          {monthName(monthOf(data.today))} · <b>{inNumber(data.openedThisMonth)}</b>{' '}
          {data.openedThisMonth === 1 ? 'link' : 'links'} opened
        </p>
      ) : isError ? (
        <p>This month’s count could not be loaded.</p>
      ) : (
        <Skeleton width="18rem" />
      )}
      {activity}
    </div>
  )
}
