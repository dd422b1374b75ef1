import { useState, type ReactNode } from 'react'
import type { Backtest, BacktestRequest } from '../../contracts/backtest.ts'
import { counted, dateInWords, inMoney, inNumber } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/controls/dialog.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './backtest.module.css'
import { cancelWords, difference, headline, turnsInWords } from './backtest-words.ts'
import { ReadingBar } from './reading-bar.tsx'
import { SkippedReasons } from './skipped-reasons.tsx'
import { useBacktest } from './use-backtest.ts'

const turns = (data: Backtest): string =>
  turnsInWords(data, { inNumber, dayInWords: (day) => dateInWords(day, data.until) })

/** What is not saved yet, tried on the last 30 days beside what is saved. */
export const TryDraft = ({ draft }: { draft: () => BacktestRequest }): ReactNode => {
  const [tried, setTried] = useState<{ asked: BacktestRequest; at: number } | null>(null)
  const { data, error, isFetching, reading, refetch } = useBacktest(tried?.asked ?? null, tried?.at)
  return (
    <>
      <Button look="plain" onClick={() => setTried({ asked: draft(), at: Date.now() })}>
        Try on the last 30 days
      </Button>
      <Dialog title="Tried on the last 30 days" isOpen={tried !== null} onClose={() => setTried(null)}>
        <div className={styles.tried}>
          <div role="status">
            {isFetching ? (
              <ReadingBar reading={reading} />
            ) : (
              data && <p className={styles.difference}>{difference(data, { inNumber })}</p>
            )}
          </div>
          {!isFetching && !data && error && (
            <LoadError what="It could not be tried." error={error} retry={refetch} />
          )}
          {!isFetching && data && (
            <>
              <p>{`${headline(data, { counted, inMoney, inNumber })} ${turns(data)}`}</p>
              {data.wouldCancel ? <Notice tone="warn">{cancelWords(data, { counted })}</Notice> : null}
              {data.missing && <Notice tone="warn">{data.missing}</Notice>}
              {data.skipped.length > 0 && <SkippedReasons skipped={data.skipped} />}
              <p className={styles.names}>Nothing is saved yet, and nothing was sent.</p>
            </>
          )}
        </div>
      </Dialog>
    </>
  )
}
