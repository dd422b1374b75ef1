import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReminderOfText } from '../../contracts/review-requests.ts'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/problems.ts'
import { useAct } from '../lib/use-act.ts'
import { dayAndTimeInWords } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { Story } from '../ui/layout/story.tsx'
import styles from './reminder-part.module.css'

type Mail = NonNullable<ReminderOfText['mail']>

const CALLS = {
  cancel: 'POST /api/review-requests/{id}/reminder-mail/cancel',
  'undo-cancel': 'POST /api/review-requests/{id}/reminder-mail/undo-cancel',
} as const satisfies Record<Mail['choices'][number], string>

const WORDS = { cancel: 'Don’t send', 'undo-cancel': 'Undo' }

const SAID = { cancel: 'The reminder is not sent.', 'undo-cancel': 'The reminder is sent at its time.' }

/** A reminder that goes by e-mail: its words, when and where to, and its owner's no. */
export const ReminderMail = ({
  requestId,
  mail,
  body,
  timeZone,
}: {
  requestId: string
  mail: Mail
  /** Its words; null where they are not known. */
  body: string | null
  timeZone: string
}): ReactNode => {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useAct(
    (choice: Mail['choices'][number]) => call(CALLS[choice], { params: { id: requestId } }),
    {
      onSuccess: (_, choice) => showToast('ok', SAID[choice], { about: `reminder of ${requestId}` }),
      onSettled: () => queries.invalidateQueries({ queryKey: ['review-requests'] }),
    },
  )
  return (
    <section aria-label="Reminder" className={styles.part}>
      <Story
        quote={body}
        facts={[
          { name: 'Reminder', words: mail.words },
          ...(mail.to ? [{ name: 'E-mail to', words: mail.to }] : []),
        ]}
        steps={[{ when: dayAndTimeInWords(mail.at, timeZone), what: 'Reminder by e-mail.' }]}
      />
      <div className={styles.acts}>
        {/* By its place: the same button, which keeps the focus, then takes the choice back. */}
        {mail.choices.map((choice, place) => (
          <Button key={place} look="plain" busy={isPending} onClick={() => mutate(choice)}>
            {WORDS[choice]}
          </Button>
        ))}
        {error && <p role="alert">{inWords(error)}</p>}
      </div>
    </section>
  )
}
