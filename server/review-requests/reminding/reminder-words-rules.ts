import type { ReminderRefusal } from './reminder-rules.ts'

/** The same words for every customer; an owner may change them under the rules of every message. */
export const DEFAULT_REMINDER =
  'Hi {firstName}, {businessName} again. If you have a minute, a Google review would help us: {reviewLink}'

/** For the owner, below the first text: why no reminder follows. */
export const reminderRefusalWords: Record<ReminderRefusal, string> = {
  reminders_off: 'Reminders are switched off.',
  deactivated: 'No reminder: your account was deactivated.',
  automation_off: 'No reminder: review requests were switched off.',
  reminded_before: 'They were reminded once. Nobody is reminded twice.',
  not_sent: 'No reminder, because the text did not go out.',
  not_delivered: 'No reminder, because the text did not arrive.',
  opted_out: 'No reminder: they asked not to get messages.',
  opened: 'No reminder: they opened the link.',
  review_came: 'No reminder: a review came that may be theirs.',
  not_needed: 'No reminder: there is no need for one any more.',
  newer_text: 'No reminder: they were asked again about a later invoice.',
  no_longer_paid: 'No reminder: the invoice is no longer paid.',
  other_number: 'No reminder: their contact in Xero has another mobile by now, or none.',
  left_out: 'No reminder: your rules leave this customer or invoice out.',
  no_payment: 'No reminder by e-mail: no payment of the invoice itself is on record.',
  not_connected: 'No reminder: Xero is not connected.',
  held_out: 'No reminder: a comparison that you began leaves them out.',
  country_not_known: 'No reminder: we do not remind customers in their country.',
  not_attested: 'No reminder: the law of their country asks you to confirm something first.',
  no_address: 'No reminder: Xero has no e-mail address for them.',
  no_postal_address:
    'No reminder: the law of their country wants your postal address in an e-mail, and Google shows none.',
  bounced: 'No reminder: their e-mail address does not accept mail.',
  too_late: 'No reminder: it would have come too late.',
  reviews_unknown: 'No reminder: too much came since to tell whether they wrote a review.',
}
