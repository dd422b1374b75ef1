import type { ReactNode } from 'react'
import type { SmsSettings } from '../../contracts/message-settings.ts'
import { site } from '../lib/site.ts'
import { Choice, SettingRow } from './setting-row.tsx'
import styles from './settings-form.module.css'
import { clockTime, hoursToChoose, type Hours } from './settings-rules.ts'

const ANY_HOUR = site.isSandbox
  ? 'Texts go out at any hour, even at night, while you try things out.'
  : 'Texts go out on every day.'
const NOT_AT_NIGHT = 'before 8\u00a0am or after 9\u00a0pm where your customer is'
const CEILING = site.isSandbox ? `In real use none goes ${NOT_AT_NIGHT}.` : `None goes ${NOT_AT_NIGHT}.`

/** The sending hours, by the customer's own clock. */
export const SendingHours = ({
  settings,
  from,
  until,
  wrongBy,
  onChange,
}: {
  settings: SmsSettings
  from: number | null
  until: number | null
  /** What says why they cannot be saved as they are. */
  wrongBy: string | undefined
  onChange: (hours: Hours) => void
}): ReactNode => {
  const { defaults, timeZone } = settings
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  const isAnyHour = from === null || until === null
  const waits = `A text that falls outside waits for the morning (${city} time; customers elsewhere by their own clock).`
  return (
    <SettingRow name="Sending hours" hint={`${isAnyHour ? ANY_HOUR : waits} ${CEILING}`}>
      {!isAnyHour && (
        <span className={styles.hours}>
          <Choice
            label="Send from"
            value={from}
            choices={hoursToChoose(0, 1410, from)}
            inWords={clockTime}
            wrongBy={wrongBy}
            onChange={(sendingFrom) => onChange({ sendingFrom, sendingUntil: until })}
          />
          <span>to</span>
          <Choice
            label="Send until"
            value={until}
            choices={hoursToChoose(30, 1440, until)}
            inWords={clockTime}
            wrongBy={wrongBy}
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
