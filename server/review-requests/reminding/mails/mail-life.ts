import type { Moves } from '../../../database/moves.ts'
import type { ReminderMailState } from '../../../database/tables/review-requests.ts'

/** The life of a reminder by e-mail. Only the files of this folder write `state`. */
export const MAIL_MOVES = {
  plan: { from: [], to: 'planned', why: 'its first text has a reminder to come', by: 'plan-mails' },
  postpone: {
    from: ['planned'],
    to: 'planned',
    why: 'it is outside of the hours of its customer',
    by: 'claim-mail',
  },
  begin: { from: ['planned'], to: 'sending', why: 'it goes to the mail server next', by: 'claim-mail' },
  retryLater: {
    from: ['sending'],
    to: 'planned',
    why: 'the mail server has certainly not taken it, and may later',
    by: 'record-mail',
  },
  send: { from: ['sending', 'unknown'], to: 'sent', why: 'the mail server took it', by: 'record-mail' },
  refuse: {
    from: ['sending', 'unknown'],
    to: 'failed',
    why: 'the mail server refused it',
    by: 'record-mail',
  },
  doubt: {
    from: ['sending'],
    to: 'unknown',
    why: 'no answer came, and it is not sent again',
    by: 'record-mail',
  },
  undoCancel: {
    from: ['cancelled'],
    to: 'planned',
    why: 'its owner takes the cancel back',
    by: 'end-mails',
  },
  cancel: { from: ['planned'], to: 'cancelled', why: 'it is not wanted any more', by: 'end-mails' },
  expire: { from: ['planned'], to: 'expired', why: 'it waited too long', by: 'end-mails' },
} as const satisfies Moves<ReminderMailState>
