import { Switch as Base } from '@base-ui/react/switch'
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
      <Base.Root
        id={id}
        nativeButton
        render={(props) => <button {...props} type="button" />}
        className={styles.switch}
        checked={isOn}
        onCheckedChange={onChange}
        readOnly={isBusy}
        aria-describedby={`${id}-hint`}
        aria-busy={isBusy || undefined}
      >
        <span className={styles.track} aria-hidden="true" />
        <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
      </Base.Root>
    </div>
  )
}
