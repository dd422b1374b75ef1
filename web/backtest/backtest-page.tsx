import { useState, type ReactNode } from 'react'
import { inWords, isStatus } from '../lib/problems.ts'
import { counted, dateInWords, inMoney, inNumber } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import styles from './backtest.module.css'
import { BacktestResult } from './backtest-result.tsx'
import { headline, turnsInWords } from './backtest-words.ts'
import { ReadingBar } from './reading-bar.tsx'
import { useBacktest } from './use-backtest.ts'

const NOT_CONNECTED = 409

/** The last 30 days, by the rules that are saved: nothing is sent, and nothing is kept. */
export const BacktestPage = ({
  rules,
  xero,
}: {
  /** The way to what decides. */
  rules: ReactNode
  xero: ReactNode
}): ReactNode => {
  const [at, setAt] = useState(0)
  const { data, error, isFetching, reading, refetch } = useBacktest({}, at)
  const again = (): void => {
    setAt(at + 1)
    // The button goes away meanwhile.
    document.querySelector('h1')?.focus()
  }
  return (
    <TabPage
      title="What would have happened"
      lead={<p>Your rules, tried on the last 30 days in Xero. Nothing is sent, and nothing is saved.</p>}
      ways={rules}
    >
      <div role="status">
        {isFetching ? (
          <ReadingBar reading={reading} />
        ) : data ? (
          data.paid === 0 ? (
            <EmptyState
              title={
                data.missing ? 'Your invoices could not be read' : 'No invoice was paid in these 30 days'
              }
              action={<Button onClick={again}>Check again</Button>}
            >
              <p>
                {data.missing ??
                  'Once customers have paid, this page shows whom we would have asked, and whom not.'}
              </p>
            </EmptyState>
          ) : (
            <section className={styles.headline} aria-labelledby="headline">
              <h2 id="headline">{headline(data, { counted, inMoney, inNumber })}</h2>
              <p>
                {`Payments from ${dateInWords(data.from, data.until)} to today, as if review requests had been on all the time. ${turnsInWords(data, { inNumber, dayInWords: (day) => dateInWords(day, data.until) })}`}
              </p>
            </section>
          )
        ) : isStatus(error, NOT_CONNECTED) ? (
          <EmptyState title="Xero is not connected" action={xero}>
            <p>{inWords(error)}</p>
          </EmptyState>
        ) : null}
      </div>
      {!isFetching && !data && !isStatus(error, NOT_CONNECTED) && (
        <LoadError what="The last 30 days could not be checked." error={error} retry={refetch} />
      )}
      {!isFetching && data && data.paid > 0 && (
        <>
          {data.missing && <Notice tone="warn">{data.missing}</Notice>}
          <BacktestResult backtest={data} />
          <div className={styles.again}>
            <Button look="plain" onClick={again}>
              Check again
            </Button>
          </div>
        </>
      )}
    </TabPage>
  )
}
