import { useId, useState, type ReactNode } from 'react'
import { useMutation } from '../lib/use-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/controls/dialog.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './console.module.css'

/** Asks for the reason of an act, says what the act means, and does it. */
export const ActDialog = ({
  title,
  confirm,
  isGrave = false,
  children,
  act,
  onClose,
}: {
  title: string
  /** What the button says. */
  confirm: string
  /** It cannot be undone. */
  isGrave?: boolean
  children: ReactNode
  act: (reason: string) => Promise<unknown>
  onClose: () => void
}): ReactNode => {
  const id = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const doing = useMutation({ mutationFn: act })
  const press = (): void => {
    setIsMissing(reason.trim() === '')
    if (reason.trim() !== '') doing.mutate(reason.trim())
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      no="Cancel"
      isBusy={doing.isPending}
      actions={
        <Button look={isGrave ? 'danger' : 'primary'} busy={doing.isPending} onClick={press}>
          {confirm}
        </Button>
      }
    >
      {children}
      <div className={styles.field}>
        <label htmlFor={id}>Reason</label>
        <textarea
          id={id}
          value={reason}
          maxLength={500}
          required
          aria-invalid={isMissing || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setReason(event.target.value)}
        />
        <p id={`${id}-hint`} className={styles.quiet}>
          Kept in the audit log for good. The owner reads it: name no customer.
        </p>
      </div>
      {isMissing && <Notice tone="bad">Please give a reason.</Notice>}
      <ActError error={doing.error} />
    </Dialog>
  )
}
