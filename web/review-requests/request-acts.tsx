import { useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import type { RequestChoice } from '../../contracts/review-requests.ts'
import { inWords, isTransient } from '../lib/problems.ts'
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
 * would send a text at once is asked about first: the next one may lie under her finger by then.
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
  // Without an answer it may have been done all the same: then it is among the choices no more.
  const isWrong = error && !(isTransient(error) && !choices.includes(variables!))
  // Once it was asked it stays, closed: the focus goes back to where it came from.
  const [question, setQuestion] = useState<{ choice: RequestChoice; isOpen: boolean } | null>(null)
  const close = (): void => setQuestion((now) => now && { ...now, isOpen: false })
  const decide = (choice: RequestChoice): void => {
    close()
    mutate(choice)
  }
  return (
    <>
      <div className={`${styles.acts} ${isBrief ? '' : styles.below}`}>
        {choices.map((choice) => (
          <Act
            key={choice}
            busy={isPending && variables === choice}
            disabled={isPending && variables !== choice}
            onClick={() =>
              sendsAtOnce(choice, request, Date.now())
                ? setQuestion({ choice, isOpen: true })
                : decide(choice)
            }
          >
            {WORDS[choice]}
            <VisuallyHidden> for {customerName ?? 'a customer without a name'}</VisuallyHidden>
          </Act>
        ))}
        {/* Not a toast: the row may stand in a dialog, which lies above those. */}
        {isWrong && (
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
          <p>{sendsAtOnceWords(question.choice, request)}</p>
        </Dialog>
      )}
    </>
  )
}

/** Where it goes away with the focus, the act that comes next takes it, or the name of its row. */
const Act = (button: ComponentProps<typeof Button>): ReactNode => {
  const shown = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = shown.current!
    const acts = element.parentElement!
    const row = element.closest('article')
    return () => {
      if (document.activeElement !== element) return
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        const next = acts.isConnected && acts.querySelector('button')
        ;(next || row?.querySelector('button'))?.focus({ preventScroll: true })
      })
    }
  }, [])
  return <Button ref={shown} look="plain" {...button} />
}

const briefly = ({ choices, state, waitsForNo }: Choosable): RequestChoice[] =>
  choices.filter(
    (choice) =>
      choice === 'undo-cancel' ||
      (state === 'held' && choice !== 'send-now') ||
      (waitsForNo && choice !== 'hold'),
  )
