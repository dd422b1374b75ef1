import type { ReactNode } from 'react'
import styles from './settings-form.module.css'

/** A setting, and in one line what it does. */
export const SettingRow = ({
  name,
  hint,
  children,
}: {
  name: string
  hint: string
  children: ReactNode
}): ReactNode => (
  <div className={styles.row} role="group" aria-label={name}>
    <div>
      <p className={styles.name}>{name}</p>
      <p className={styles.hint}>{hint}</p>
    </div>
    <div className={styles.control}>{children}</div>
  </div>
)

export const Choice = ({
  label,
  value,
  choices,
  inWords,
  wrongBy,
  onChange,
}: {
  label: string
  value: number
  choices: number[]
  inWords: (value: number) => string
  /** What says why it cannot be saved as it is. */
  wrongBy?: string | undefined
  onChange: (value: number) => void
}): ReactNode => (
  <select
    aria-label={label}
    aria-invalid={wrongBy ? true : undefined}
    aria-describedby={wrongBy}
    value={value}
    onChange={(event) => onChange(Number(event.target.value))}
  >
    {choices.map((choice) => (
      <option key={choice} value={choice}>
        {inWords(choice)}
      </option>
    ))}
  </select>
)
