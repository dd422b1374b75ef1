import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import type { SmsPreview } from '../../contracts/message-settings.ts'
import { call } from '../lib/api.ts'
import { phoneInWords } from '../lib/phone-in-words.ts'
import { inWords } from '../lib/problems.ts'
import { inMoney } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/controls/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import styles from './send-test.module.css'
import { useKeyedAct } from './use-keyed-act.ts'

/** Sends the message as it is in the editor to the owner's own phone, at the usual price. */
export const SendTest = ({
  message,
  isRefused,
  preview,
}: {
  message: string
  isRefused: boolean
  preview: SmsPreview | undefined
}): ReactNode => {
  const [isOpen, setIsOpen] = useState(false)
  const [phone, setPhone] = useState('')
  const id = useId()
  const queries = useQueryClient()
  const keyed = useKeyedAct((key) => call('POST /api/sms/test', { body: { key, phone, message } }))
  const send = useMutation({
    mutationFn: keyed.run,
    onSuccess: (test) => {
      setIsOpen(false)
      void queries.invalidateQueries({ queryKey: ['funds'] })
      showToast(
        'ok',
        test.status === 'sent'
          ? `Sent to ${phoneInWords(test.phone)} for ${inMoney(test.price)}. ${inMoney(test.balance)} left.`
          : `The gateway has not answered. We find out whether it reached ${phoneInWords(test.phone)}; if not, you get the ${inMoney(test.price)} back.`,
      )
    },
  })
  const price = preview?.price
  return (
    <>
      <Button look="ghost" disabled={isRefused} onClick={() => setIsOpen(true)}>
        Send a test to my phone
      </Button>
      <Dialog
        title="Send a test to my phone"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        actions={
          <>
            <Button look="plain" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" form={`${id}-form`} busy={send.isPending}>
              Send test
            </Button>
          </>
        }
      >
        <form
          id={`${id}-form`}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (phone.trim() && !keyed.isUnderWay()) send.mutate(undefined)
          }}
        >
          <label htmlFor={id}>Your mobile number</label>
          <input
            id={id}
            type="tel"
            autoComplete="tel"
            required
            value={phone}
            aria-invalid={send.isError || undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setPhone(event.target.value)}
          />
          <p id={`${id}-hint`}>
            {typeof price === 'number' ? `Costs about ${inMoney(price)} from your funds. ` : ''}
            The message is sent as it stands in the editor, saved or not.
          </p>
        </form>
        {send.isError && <Notice tone="bad">{inWords(send.error)}</Notice>}
      </Dialog>
    </>
  )
}
