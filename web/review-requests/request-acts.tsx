import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { RequestChoice } from '../../contracts/review-requests.ts'
import { inWords } from '../lib/problems.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/controls/dialog.tsx'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import styles from './request-acts.module.css'
import { sendsAtOnce, sendsAtOnceWords, type Choosable } from './send-words.ts'
import { useDecide } from './use-decide.ts'

const WORDS: Record<RequestChoice, string> = {
  'send-now': 'Send now',
  hold: 'Hold',
  resume: 'Release',
  cancel: 'Don’t send',
  'undo-cancel': 'Undo',
}

/**
 * What its owner can do with a text that waits, or that she cancelled; in a closed row only what is asked of her. What
 * would send a text whose time is over is asked about first.
 */
export const RequestActs = ({
  request,
  isBrief = false,
}: {
  request: Choosable
  isBrief?: boolean
}): ReactNode => {
  const { customerName } = request
  const choices = isBrief ? briefly(request) : request.choices
  const { mutate, isPending, variables, error } = useDecide(request)
  const place = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  // The button that was pressed may be gone: whoever reads on by the keyboard stays at this text.
  useEffect(() => {
    if (isPending || !wasPressed.current) return
    wasPressed.current = false
    ;(place.current?.querySelector('button') ?? place.current)?.focus()
  }, [isPending])
  // Once it was asked it stays, closed: the focus goes back to where it came from.
  const [question, setQuestion] = useState<{ choice: RequestChoice; isOpen: boolean } | null>(null)
  const close = (): void => setQuestion((now) => now && { ...now, isOpen: false })
  const decide = (choice: RequestChoice): void => {
    close()
    wasPressed.current = true
    mutate(choice)
  }
  return (
    <>
      <div ref={place} tabIndex={-1} className={`${styles.acts} ${isBrief ? '' : styles.below}`}>
        {choices.map((choice) => (
          <Button
            key={choice}
            look="plain"
            busy={isPending && variables === choice}
            disabled={isPending}
            onClick={() =>
              sendsAtOnce(choice, request, Date.now())
                ? setQuestion({ choice, isOpen: true })
                : decide(choice)
            }
          >
            {WORDS[choice]}
            <VisuallyHidden> for {customerName ?? 'a customer without a name'}</VisuallyHidden>
          </Button>
        ))}
        {/* Not a toast: the row may stand in a dialog, which lies above those. */}
        {error && (
          <p role="alert" className={styles.problem}>
            {inWords(error)}
          </p>
        )}
      </div>
      {question && (
        <Dialog
          title="Send it now?"
          isOpen={question.isOpen}
          onClose={close}
          actions={
            <>
              <Button look="plain" onClick={close}>
                Not now
              </Button>
              <Button onClick={() => decide(question.choice)}>Send it</Button>
            </>
          }
        >
          <p>{sendsAtOnceWords(customerName)}</p>
        </Dialog>
      )}
    </>
  )
}

const briefly = ({ choices, state, waitsForNo }: Choosable): RequestChoice[] =>
  choices.filter(
    (choice) =>
      choice === 'undo-cancel' ||
      (state === 'held' && choice !== 'send-now') ||
      (waitsForNo && choice !== 'hold'),
  )
