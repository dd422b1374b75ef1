import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { SmsPreview } from '../../../contracts/message-settings.ts'
import type { SmsTestResponse } from '../../../contracts/test-texts.ts'
import { phoneInWords } from '../../lib/formats/phone-in-words.ts'
import { inWords, isCode } from '../../lib/problems.ts'
import { inMoney } from '../../lib/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { CodeStep } from './code-step.tsx'
import styles from './send-test.module.css'
import { useTestText } from './use-test-text.ts'

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
  const [code, setCode] = useState('')
  const id = useId()
  const test = useTestText(message, (sent) => {
    setIsOpen(false)
    setCode('')
    showToast('ok', sentInWords(sent))
  })
  const { asked } = test
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    if (test.error) test.forgetError()
  }
  const open = (): void => {
    if (test.error) test.forgetError()
    setIsOpen(true)
  }
  const submit = (): void => {
    if (asked) test.confirm(code)
    else if (phone.trim()) test.send(phone)
  }
  const goBack = (): void => {
    setCode('')
    test.changeNumber()
  }
  return (
    <>
      <Button look="plain" disabled={isRefused} onClick={open}>
        Send a test to my phone
      </Button>
      <Dialog
        title="Send a test to my phone"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        no={asked ? undefined : 'Cancel'}
        isBusy={test.isBusy}
        actions={
          <>
            {asked && (
              <Button look="plain" disabled={test.isBusy} onClick={goBack}>
                Change number
              </Button>
            )}
            <Button type="submit" form={`${id}-form`} busy={test.isBusy}>
              {asked ? 'Confirm and send' : 'Send test'}
            </Button>
          </>
        }
      >
        <form
          id={`${id}-form`}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {asked ? (
            <CodeStep
              key={asked.againAt}
              id={`${id}-code`}
              asked={asked}
              code={code}
              isWrong={test.error !== null}
              onChange={change(setCode)}
              onAskAgain={() => {
                setCode('')
                test.askAgain()
              }}
            />
          ) : (
            <>
              <label htmlFor={id}>Your mobile number</label>
              <input
                id={id}
                type="tel"
                autoComplete="tel"
                required
                value={phone}
                aria-invalid={test.error !== null || undefined}
                aria-describedby={`${id}-hint`}
                onChange={(event) => change(setPhone)(event.target.value)}
              />
              <p id={`${id}-hint`}>
                {typeof preview?.price === 'number'
                  ? `Costs about ${inMoney(preview.price)} from your funds. `
                  : ''}
                The message is sent as it stands in the editor, saved or not. A new number gets a free code
                first.
              </p>
            </>
          )}
        </form>
        {test.error && (
          <Notice
            tone="bad"
            action={
              isCode(test.error, 'no-funds') && (
                <Link to="/dashboard?tab=top-up" onClick={() => setIsOpen(false)}>
                  Add funds
                </Link>
              )
            }
          >
            {inWords(test.error)}
          </Notice>
        )}
      </Dialog>
    </>
  )
}

const sentInWords = ({ status, phone, price, balance }: SmsTestResponse): string =>
  status === 'sent'
    ? `Sent to ${phoneInWords(phone)} for ${inMoney(price)}. ${inMoney(balance)} left.`
    : `The gateway has not answered. We find out whether it reached ${phoneInWords(phone)}; if not, you get the ${inMoney(price)} back.`
