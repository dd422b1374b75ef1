import type { ReactNode } from 'react'
import type { ReminderOfText } from '../../contracts/review-requests.ts'
import { dayAndTimeInWords, inMoney } from '../lib/words.ts'
import { Story } from '../ui/layout/story.tsx'
import styles from './reminder-part.module.css'
import { ReminderMail } from './reminder-mail.tsx'
import { RequestActs } from './request-acts.tsx'

/** Below the story of a first text: its one reminder, or when it follows, or why none does. */
export const ReminderPart = ({
  requestId,
  reminder: { text, body, cost, mail, words },
  timeZone,
}: {
  /** Of the first text. */
  requestId: string
  reminder: ReminderOfText
  timeZone: string
}): ReactNode => {
  if (mail) return <ReminderMail requestId={requestId} mail={mail} body={body} timeZone={timeZone} />
  if (!text) return <p className={styles.note}>{words}</p>
  const why = text.failure ?? text.detail
  const isGone = text.sentAt !== null
  return (
    <section aria-label="Reminder" className={styles.part}>
      <Story
        quote={body}
        facts={[
          { name: 'Reminder', words: whyGone(text) ?? why?.what ?? 'On its way.' },
          ...(why?.todo ? [{ name: 'What you can do', words: why.todo }] : []),
          { name: 'Cost', words: costWords(cost, isGone) },
        ]}
        steps={[
          { when: dayAndTimeInWords(text.at, timeZone), what: `Reminder ${text.atWords}.` },
          ...(text.openedAt
            ? [{ when: dayAndTimeInWords(text.openedAt, timeZone), what: 'Its link was opened.' }]
            : []),
        ]}
      />
      <RequestActs request={{ ...text, isReminder: true }} />
    </section>
  )
}

const whyGone = ({ state }: NonNullable<ReminderOfText['text']>): string | undefined => {
  if (state === 'delivered') return 'Sent once, and it arrived. Nobody is reminded twice.'
  return state === 'sent' ? 'Sent once. Nobody is reminded twice.' : undefined
}

const costWords = (cost: number | null, isGone: boolean): string => {
  if (!cost) return 'Nothing.'
  return isGone ? inMoney(cost) : `${inMoney(cost)} when it goes.`
}
