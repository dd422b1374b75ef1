import { useEffect, useRef, type ReactNode } from 'react'
import type { RequestChoice, ReviewRequest } from '../../contracts/review-requests.ts'
import { inWords } from '../lib/problems.ts'
import { Button } from '../ui/controls/button.tsx'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import styles from './request-acts.module.css'
import { useDecide } from './use-decide.ts'

const WORDS: Record<RequestChoice, string> = {
  'send-now': 'Send now',
  hold: 'Hold',
  resume: 'Release',
  cancel: 'Don’t send',
  'undo-cancel': 'Undo',
}

/** What its owner can do with a text that waits, or that she cancelled; in a closed row only what is asked of her. */
export const RequestActs = ({
  request,
  isBrief = false,
}: {
  request: ReviewRequest
  isBrief?: boolean
}): ReactNode => {
  const { _id: id, customerName } = request
  const choices = isBrief ? briefly(request) : request.choices
  const { mutate, isPending, variables, error } = useDecide(id)
  const place = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  // The button that was pressed may be gone: whoever reads on by the keyboard stays at this text.
  useEffect(() => {
    if (isPending || !wasPressed.current) return
    wasPressed.current = false
    ;(place.current?.querySelector('button') ?? place.current)?.focus()
  }, [isPending])
  return (
    <div ref={place} tabIndex={-1} className={`${styles.acts} ${isBrief ? '' : styles.below}`}>
      {choices.map((choice) => (
        <Button
          key={choice}
          look="plain"
          busy={isPending && variables === choice}
          disabled={isPending}
          onClick={() => {
            wasPressed.current = true
            mutate(choice)
          }}
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
  )
}

const briefly = ({ choices, state, waitsForNo }: ReviewRequest): RequestChoice[] =>
  choices.filter(
    (choice) =>
      choice === 'undo-cancel' ||
      (state === 'held' && choice !== 'send-now') ||
      (waitsForNo && choice !== 'hold'),
  )
