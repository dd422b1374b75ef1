import type { ReactNode } from 'react'
import { Choice, SettingRow } from './setting-row.tsx'
import { DAILY_LIMITS, hourlyLimit, paceInWords, withCurrent } from './settings-rules.ts'

/** How many customers are asked in a day at most. A business without a pace has no such line. */
export const PaceChoice = ({
  perDay,
  saved,
  onChange,
}: {
  perDay: number
  saved: number
  onChange: (perDay: number) => void
}): ReactNode => (
  <SettingRow
    name="Pace"
    hint={
      `No more than ${hourlyLimit(perDay)} in an hour. When many invoices are paid at once, their texts are spread over ` +
      'the day and the days after: Google takes a sudden wave of reviews for manipulation.'
    }
  >
    <Choice
      label="Pace"
      value={perDay}
      choices={withCurrent(DAILY_LIMITS, saved)}
      inWords={paceInWords}
      onChange={onChange}
    />
  </SettingRow>
)
