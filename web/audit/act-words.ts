import type { AuditAct, AuditEntry } from '../../contracts/audit.ts'
import { counted, inMoney } from '../lib/words.ts'

/** What was done, as the middle of a sentence: 'olive@… granted funds'. */
const WORDS: Record<AuditAct, string> = {
  'signed-in': 'signed in',
  'granted-funds': 'granted funds',
  'paused-business': 'paused review requests',
  'resumed-business': 'resumed review requests',
  'released-code': 'released a review code',
  'set-sender': 'set the sender of texts',
  'set-reminders': 'set reminders',
  'swept-now': 'had Xero asked for what was missed',
  'erased-customer': 'erased a customer',
  'opened-as-owner': 'looked at the owner’s screens',
  'closed-as-owner': 'left the owner’s screens',
  'let-support-in': 'let support look',
  'let-support-out': 'took the consent back',
  'replayed-message': 'had messages handled again',
  'dropped-message': 'dropped messages',
  'resent-text': 'had a stuck text sent once more',
  'failed-text': 'failed a stuck text',
  'minted-codes': 'minted codes',
  'exported-business': 'exported data',
  'asked-to-erase-business': 'asked to erase the business',
  'took-back-erasure': 'took the erasure back',
  'erased-business': 'erased the business',
}

export const actInWords = ({ act }: Pick<AuditEntry, 'act'>): string => WORDS[act as AuditAct] ?? act

/** Details that say something to a person, after the act. */
export const detailsInWords = ({ details }: Pick<AuditEntry, 'details'>): string =>
  Object.entries(details)
    .flatMap(([name, value]) => DETAILS[name]?.(value) ?? [])
    .join(', ')

type Say = (value: unknown) => string | undefined
const number =
  (say: (count: number) => string): Say =>
  (value) =>
    typeof value === 'number' ? say(value) : undefined

const DETAILS: Record<string, Say> = {
  cents: number((cents) => inMoney(cents / 100)),
  hours: number((hours) => `for ${counted(hours, 'hour')}`),
  organisations: number((count) => counted(count, 'organisation')),
  requests: number((count) => counted(count, 'text')),
  invoices: number((count) => counted(count, 'invoice')),
  messages: number((count) => counted(count, 'message')),
  count: number((count) => counted(count, 'code')),
  isOn: (value) => (value === true ? 'on' : 'off'),
  way: (value) => (value === 'email' ? 'by e-mail' : 'by text'),
  attested: (value) => (value === '' ? 'confirmed nothing' : `confirmed ${String(value)}`),
  batch: (value) => `batch ${String(value)}`,
}
