import type { ReactNode } from 'react'
import type { SmsSettings } from '../../contracts/message-settings.ts'
import { site } from '../lib/site.ts'
import { Choice, SettingRow } from './setting-row.tsx'
import styles from './settings-form.module.css'
import { clockTime, hoursToChoose, type Hours } from './settings-rules.ts'

const DECENT = 'never before 8 am or after 9 pm where your customer is'
const ANY_HOUR = site.isSandbox
  ? `Texts go out at any hour, even at night, while you try things out. In real use ${DECENT}.`
  : `Texts go out on every day, but ${DECENT}.`

/** The sending hours, in the business's own time zone. */
export const SendingHours = ({
  settings,
  from,
  until,
  onChange,
}: {
  settings: SmsSettings
  from: number | null
  until: number | null
  onChange: (hours: Hours) => void
}): ReactNode => {
  const { defaults, timeZone } = settings
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  const isAnyHour = from === null || until === null
  const hint = isAnyHour
    ? ANY_HOUR
    : `A text that falls outside waits for the morning (${city} time; customers elsewhere by their own clock).`
  return (
    <SettingRow name="Sending hours" hint={hint}>
      {!isAnyHour && (
        <span className={styles.hours}>
          <Choice
            label="Send from"
            value={from}
            choices={hoursToChoose(0, 1410, from)}
            inWords={clockTime}
            onChange={(sendingFrom) => onChange({ sendingFrom, sendingUntil: until })}
          />
          <span>to</span>
          <Choice
            label="Send until"
            value={until}
            choices={hoursToChoose(30, 1440, until)}
            inWords={clockTime}
            onChange={(sendingUntil) => onChange({ sendingFrom: from, sendingUntil })}
          />
        </span>
      )}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isAnyHour}
          onChange={(event) =>
            onChange(
              event.target.checked
                ? { sendingFrom: null, sendingUntil: null }
                : { sendingFrom: defaults.sendingFrom, sendingUntil: defaults.sendingUntil },
            )
          }
        />
        At any hour
      </label>
    </SettingRow>
  )
}
