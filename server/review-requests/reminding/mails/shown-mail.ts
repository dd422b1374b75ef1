import type { ReminderOfText } from '../../../../contracts/review-requests.ts'
import type { TenantTrx } from '../../../database/database.ts'
import type { ReminderMailState } from '../../../database/tables/review-requests.ts'
import { CANCELLED_BY_OWNER } from '../../holding/holding-rules.ts'
import type { ReminderRefusal } from '../reminder-rules.ts'
import { reminderRefusalWords } from '../reminder-words-rules.ts'
import { BEFORE_FENCE } from './claim-mail.ts'

type Shown = ReminderOfText['mail']

/** What became of the mail that reminds of a first text, as its owner reads it; null where none was planned. */
export const findShownMail = async (
  trx: TenantTrx,
  businessId: string,
  requestId: string,
): Promise<Shown> => {
  const mail = await trx
    .selectFrom('reminder_mails')
    .select([
      'state',
      'state_reason as reason',
      'state_at as stateAt',
      'due_at as dueAt',
      'customer_email as to',
    ])
    .where('business_id', '=', businessId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!mail) return null
  const { state, reason, stateAt, dueAt, to } = mail
  return {
    at: (state === 'planned' ? dueAt : stateAt).toISOString(),
    to,
    words: wordsOf(state, reason),
    choices: state === 'planned' ? ['cancel'] : reason === CANCELLED_BY_OWNER ? ['undo-cancel'] : [],
  }
}

const wordsOf = (state: ReminderMailState, reason: string | null): string => {
  if (state === 'cancelled' || state === 'expired') return endedWords(reason)
  return state === 'failed' && reason === 'bounced' ? reminderRefusalWords.bounced : WORDS[state]
}

const WORDS: Record<Exclude<ReminderMailState, 'cancelled' | 'expired'>, string> = {
  planned: 'Goes by e-mail at the time shown.',
  sending: 'On its way by e-mail.',
  sent: 'Sent once, by e-mail. Nobody is reminded twice.',
  failed: 'The mail server refused it. It is not sent again.',
  unknown: 'The mail server did not answer. It may have gone, so it is not sent again.',
}

const endedWords = (reason: string | null): string => {
  if (reason === CANCELLED_BY_OWNER) return 'You decided not to send it.'
  if (reason === BEFORE_FENCE)
    return 'It may have gone before the database was restored, so it is not sent again.'
  if (reason !== null && Object.hasOwn(reminderRefusalWords, reason))
    return reminderRefusalWords[reason as ReminderRefusal]
  return 'It was cancelled before it went out.'
}
