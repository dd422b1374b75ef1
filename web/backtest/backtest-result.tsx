import type { ReactNode } from 'react'
import type { Backtest } from '../../contracts/backtest.ts'
import { senderOnPhone } from '../lib/formats/phone-in-words.ts'
import { dateInWords, dayInWords } from '../lib/words.ts'
import { Phone, TextBody } from '../ui/layout/phone.tsx'
import styles from './backtest.module.css'
import { DaysChart } from './days-chart.tsx'
import { SkippedReasons } from './skipped-reasons.tsx'

/** On which days, who not and why, and the text that would have gone first. */
export const BacktestResult = ({ backtest }: { backtest: Backtest }): ReactNode => {
  const { days, skipped, first, until } = backtest
  return (
    <div className={styles.result} data-alone={first === null || undefined}>
      <div className={styles.parts}>
        {first && <DaysChart days={days} until={until} />}
        <section aria-labelledby="not-asked">
          <h3 id="not-asked">Who would not have been asked, and why</h3>
          {skipped.length > 0 ? (
            <SkippedReasons skipped={skipped} />
          ) : (
            <p>Nobody was left out: each paid invoice would have led to a text.</p>
          )}
        </section>
      </div>
      {first && (
        <section aria-labelledby="first-text" className={styles.first}>
          <h3 id="first-text">The first text</h3>
          <Phone from={senderOnPhone(first.sender)} caption={writtenTo(first, until)}>
            <TextBody body={first.body} />
          </Phone>
        </section>
      )}
    </div>
  )
}

const writtenTo = ({ customerName, day }: NonNullable<Backtest['first']>, today: string): string => {
  const when = day === today ? dayInWords(day, today).toLowerCase() : `on ${dateInWords(day, today)}`
  return customerName ? `As ${customerName} would have got it ${when}.` : `As it would have gone ${when}.`
}
