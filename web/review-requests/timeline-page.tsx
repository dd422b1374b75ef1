import { useQuery } from '@tanstack/react-query'
import { startTransition, useDeferredValue, useOptimistic, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { asks } from '../lib/asks.ts'
import { monthOf } from '../lib/formats/days.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { inNumber, monthName } from '../lib/words.ts'
import { FilterField } from '../ui/controls/filter-field.tsx'
import { ViewPanel, Views, ViewTabs } from '../ui/controls/views.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { MonthName, MonthSteps } from './calendar/month-steps.tsx'
import { HeldBack } from './held-back.tsx'
import { ListView } from './list/list-view.tsx'
import { OrderButton, orderOf } from './list/order-button.tsx'
import { ShownChoice, useShown } from './list/shown-choice.tsx'
import styles from './timeline-page.module.css'

type View = 'list' | 'calendar'

const VIEWS: { value: View; words: string }[] = [
  { value: 'list', words: 'List View' },
  { value: 'calendar', words: 'Calendar View' },
]
const TYPING_PAUSE_MS = 200

/** The list in the place of that of the texts, narrowed and ordered as that would be. */
export type PaidInvoices = (asked: {
  isNotTexted: boolean
  search: string
  order: 'newest' | 'oldest'
  onClear: () => void
}) => ReactNode

/**
 * Every text that went out or will, as a list or on a calendar; the list shows `paidInvoices`, texted or not, where the
 * owner wants. `activity` leads to all of them, `searchActivity` to what a search finds there; `firstSteps` stand in
 * the place of search and list until there is a text. `calendar` is fetched after the list, whose page this is first.
 */
export const TimelinePage = ({
  activity,
  searchActivity,
  firstSteps,
  paidInvoices,
  calendar,
}: {
  activity: ReactNode
  searchActivity: (search: string) => ReactNode
  firstSteps: ReactNode
  paidInvoices: PaidInvoices
  calendar: ReactNode
}): ReactNode => {
  const [params, setParams] = useSearchParams()
  // The address follows in a transition: a second key must find the view that the first one chose.
  const [view, showAtOnce] = useOptimistic(viewIn(params))
  const show = (next: View): void =>
    startTransition(() => {
      showAtOnce(next)
      setParams((now) => {
        if (next === 'calendar') now.set('view', next)
        else now.delete('view')
        return now
      })
    })
  const [text, setText] = useState('')
  const search = useDebounced(text.trim(), TYPING_PAUSE_MS)
  const [isFirstRun, setIsFirstRun] = useState(false)
  // Together with the panel below it.
  const isList = useDeferredValue(view) === 'list'
  const [shown, setShown] = useShown()
  const isOfTexts = shown === 'texts'
  const isFiltered = isList && !(isOfTexts && isFirstRun)
  const showAll = (): void => {
    setText('')
    setShown('all')
  }
  return (
    <TabPage title="Timeline" lead={<Summary />} ways={activity}>
      <Views className={styles.panel} value={view} onChange={show}>
        <div className={styles.bar}>
          {isFiltered && (
            <FilterField key="search" label="Search name, phone or invoice" value={text} onChange={setText} />
          )}
          {!isList && <MonthName key="month" />}
          <ViewTabs key="views" label="View" options={VIEWS} />
          {isFiltered && <OrderButton key="order" />}
          {!isList && <MonthSteps key="steps" />}
        </div>
        <ViewPanel value="list" className={styles.panel}>
          {isFiltered && <ShownChoice shown={shown} onShow={setShown} />}
          {isOfTexts ? (
            <ListView
              search={search}
              searchElsewhere={searchActivity}
              onClear={() => setText('')}
              onFirstRun={setIsFirstRun}
              firstSteps={firstSteps}
            />
          ) : (
            paidInvoices({
              isNotTexted: shown === 'not-texted',
              search,
              order: orderOf(params),
              onClear: showAll,
            })
          )}
        </ViewPanel>
        <ViewPanel value="calendar" className={styles.panel}>
          {calendar}
        </ViewPanel>
      </Views>
    </TabPage>
  )
}

const viewIn = (params: URLSearchParams): View => (params.get('view') === 'calendar' ? 'calendar' : 'list')

const Summary = (): ReactNode => {
  const { data, isError } = useQuery(asks('GET /api/review-requests/summary'))
  return (
    <>
      {data ? (
        <>
          <p>
            <b>{inNumber(data.sentThisMonth)}</b> {data.sentThisMonth === 1 ? 'request' : 'requests'} sent in{' '}
            {monthName(monthOf(data.today))} ·{' '}
            {data.undeliveredThisMonth > 0 && (
              <>
                <span className={styles.whole}>
                  <b>{inNumber(data.undeliveredThisMonth)}</b>
                  {data.sentThisMonth > 0 && ' more'} charged, not delivered
                </span>
                {' · '}
              </>
            )}
            <b>{inNumber(data.openedThisMonth)}</b> {data.openedThisMonth === 1 ? 'link' : 'links'} opened
          </p>
          <HeldBack summary={data} />
        </>
      ) : isError ? (
        <p>This month’s count could not be loaded.</p>
      ) : (
        <Skeleton width="18rem" />
      )}
    </>
  )
}
