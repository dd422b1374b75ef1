import type { ReactNode } from 'react'
import type { ReminderCountry, ReminderSettings } from '../../../contracts/shared/reminders.ts'
import { countryInWords } from '../../lib/country-words.ts'
import { SettingRow } from '../setting-row.tsx'
import { toggledAttestation, type ReminderDraft } from './reminder-draft.ts'
import styles from './reminder.module.css'

/** Where her customers are reminded by the chosen way, and what she confirms of them first. */
export const ReminderCountries = ({
  settings,
  draft: { way, attested },
  onChange,
}: {
  settings: ReminderSettings
  draft: ReminderDraft
  onChange: (attested: string[]) => void
}): ReactNode => (
  <SettingRow
    name="By country"
    hint="Some laws ask for more than a paid invoice. Tick only what is true: without its tick, nobody in that country is reminded."
  >
    <ul className={styles.countries}>
      {settings.countries
        .filter((one) => one.way === way)
        .map((one) => (
          <li key={one.country}>
            {one.attestation === null ? (
              <p>{plainWords(one, settings.postalAddress)}</p>
            ) : (
              <label>
                <input
                  type="checkbox"
                  checked={attested.includes(one.attestation)}
                  onChange={() => onChange(toggledAttestation(attested, one.attestation!))}
                />
                <span>
                  <b>{capital(countryInWords(one.country))}:</b> {one.words}
                </span>
              </label>
            )}
          </li>
        ))}
      <li>
        <p>
          <b>Any other country:</b> customers there are not reminded.
        </p>
      </li>
    </ul>
  </SettingRow>
)

const plainWords = ({ country, needsAddress }: ReminderCountry, address: string | null): ReactNode => (
  <>
    <b>{capital(countryInWords(country))}:</b>{' '}
    {!needsAddress
      ? 'nothing to confirm.'
      : address === null
        ? 'each e-mail has to name your postal address, and Google shows none for your business. Nobody there is reminded.'
        : `each e-mail names your postal address, ${address}.`}
  </>
)

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
