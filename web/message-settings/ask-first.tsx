import type { ReactNode } from 'react'
import { Choice, SettingRow } from './setting-row.tsx'
import styles from './settings-form.module.css'
import { ASK_FIRST_AT, clockTime, timesInside, withinHours, type Hours } from './settings-rules.ts'

/** Whether the owner may say no to each text first, and until which time of the day. */
export const AskFirst = ({
  hours,
  at,
  movedFrom,
  onChange,
}: {
  hours: Hours
  at: number | null
  /** The time that was chosen, where other sending hours have moved it. */
  movedFrom: number | null
  onChange: (askFirstAt: number | null) => void
}): ReactNode => (
  <SettingRow
    name="Ask me first"
    hint={
      at === null
        ? 'Texts go out by themselves. You can still stop one while it waits.'
        : 'Texts wait until this time, then go unless you said no. One that comes less than an hour before waits for the next day.'
    }
  >
    {at !== null && (
      <Choice
        label="Texts go out at"
        value={at}
        choices={timesInside(hours, at)}
        inWords={clockTime}
        onChange={onChange}
      />
    )}
    <p className={styles.hint} role="status">
      {at !== null && movedFrom !== null
        ? `Moved from ${clockTime(movedFrom)} to ${clockTime(at)}, so that it is inside your sending hours.`
        : ''}
    </p>
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={at !== null}
        onChange={(event) => onChange(event.target.checked ? withinHours(ASK_FIRST_AT, hours) : null)}
      />
      Ask me first
    </label>
  </SettingRow>
)
