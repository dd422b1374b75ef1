import { useId, type ReactNode } from 'react'
import styles from './switch.module.css'

/** On or off, at once. The words beside it say which. */
export const Switch = ({
  label,
  hint,
  isOn,
  onChange,
  isBusy = false,
}: {
  label: string
  hint: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  isBusy?: boolean
}): ReactNode => {
  const id = useId()
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`}>{hint}</p>
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        className={styles.switch}
        aria-checked={isOn}
        aria-describedby={`${id}-hint`}
        aria-busy={isBusy || undefined}
        disabled={isBusy}
        onClick={() => onChange(!isOn)}
      >
        <span className={styles.track} aria-hidden="true" />
        <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
      </button>
    </div>
  )
}
