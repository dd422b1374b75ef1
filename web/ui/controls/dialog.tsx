import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

type Question = {
  /** The button that closes it and does nothing else. */
  no: string | undefined
  /** Its act is under way: closing would look as if that were cancelled, so that nothing closes it at first. */
  isBusy: boolean
  actions: ReactNode
}
type Shown = { no?: never; isBusy?: never; actions?: ReactNode }

/**
 * What must be answered or looked at first. The browser's own dialog keeps the focus inside, closes on Escape, and
 * gives the focus back.
 */
export const Dialog = ({
  title,
  isOpen,
  onClose,
  children,
  no,
  isBusy: isUnderWay = false,
  actions,
}: {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
} & (Question | Shown)): ReactNode => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const isBusy = useAtFirst(isUnderWay)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  // One that is taken away while it is open would take the focus with it.
  useLayoutEffect(() => {
    const shown = dialog.current
    return () => shown?.close()
  }, [])
  // A dialog inside of it, such as a question, closes by itself.
  const closed = (event: SyntheticEvent<HTMLDialogElement>): void => {
    if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
  }
  const close = (): void => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={closed}
      // For browsers that do not know `closedby`.
      onCancel={(event) => isBusy && event.preventDefault()}
      closedby={isBusy ? 'none' : 'any'}
    >
      <h2 id={id}>{title}</h2>
      <div className={styles.body}>{children}</div>
      {actions && (
        <div className={styles.actions}>
          {no && (
            <Button look="plain" disabled={isBusy} onClick={close}>
              {no}
            </Button>
          )}
          {actions}
        </div>
      )}
      {/* Last, so that the focus begins at what the dialog is about. */}
      <button
        type="button"
        className={styles.closer}
        aria-label="Close"
        data-focus-heir
        disabled={isBusy}
        onClick={close}
      >
        ×
      </button>
    </dialog>
  )
}

/** While `isOn`, but not for ever: where no answer comes the page behind has to be reached again. */
const useAtFirst = (isOn: boolean): boolean => {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => setIsLong(true), HELD_MS)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [isOn])
  return isOn && !isLong
}

const HELD_MS = 15_000
