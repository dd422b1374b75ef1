import type { ActivityItem } from '../../contracts/activity.ts'
import { invoiceUrl } from '../organisations/xero-links-rules.ts'
import { addDays, localDate } from '../platform/dates.ts'
import { notBlank } from '../platform/not-blank-rules.ts'
import { isFixable, type SkipReason } from '../review-requests/deciding/review-request-rules.ts'
import { MAX_PAID_AGE_DAYS } from '../review-requests/deciding/paid-date-rules.ts'
import { actOf, MENDED_BY_CONTACT } from '../review-requests/timeline/mending/mending-rules.ts'
import { againstOf } from '../review-requests/timeline/words/against-rules.ts'
import { choicesOf, isAskedAbout } from '../review-requests/timeline/words/choices-rules.ts'
import type { CustomersClock } from '../review-requests/timeline/words/customers-clock-rules.ts'
import { helpOf } from '../review-requests/timeline/mending/help-rules.ts'
import { removedWords } from '../review-requests/timeline/words/removed-words-rules.ts'
import {
  barsOf,
  momentWords,
  optOutOf,
  smsStatusOf,
  type Here,
  type State,
} from '../review-requests/timeline/words/request-words-rules.ts'
import { NOT_COUNTED } from './activity-totals-rules.ts'
import { isOver, mendingOf, wordsOf } from './activity-words-rules.ts'
import { restWords, type PlannedText, type RestDetail } from './cooldown-words-rules.ts'

type Row = Pick<
  ActivityItem,
  | 'invoiceId'
  | 'tenantId'
  | 'organisationName'
  | 'invoiceNumber'
  | 'customerName'
  | 'customerPhone'
  | 'contactId'
  | 'currency'
  | 'paidOn'
  | 'outcome'
> & {
  total: string
  isOlderThanAccount: boolean
  decidedAt: Date
  removedAfterMonths: number | null
  isConnected: boolean
  shortCode: string | null
  skipReason: string | null
  detail: DecisionDetail
  plannedText: PlannedText | null
  requestId: string | null
  state: State | null
  stateReason: string | null
  sentAt: Date | null
  at: Date | null
  dueAt: Date | null
  meantAt: Date | null
  heldAt: Date | null
  isPostponed: boolean
  clock: CustomersClock | null
  isCrowded: boolean
  isSwitchedOn: boolean
  isAskedFirst: boolean
  optOutSource: string | null
  optedOutAt: Date | null
}

/** What a decision rested on, and what has become of its reason. */
export type DecisionDetail = RestDetail & {
  /** When the contact in Xero was seen with another number than the one at which its text had bounced. */
  mendedAt?: string
}

/** A paid invoice and what became of it, as the screens show it. */
export const presentActivity = (row: Row, here: Here): ActivityItem => {
  const { now, timeZone } = here
  const today = localDate(now, timeZone)
  const { skipReason, requestId, state, stateReason, sentAt, at, shortCode, isConnected, decidedAt, ...own } =
    row
  const waitsForNo = isAskedAbout(row, now)
  const against = againstOf(row, requestId, here)
  const bar = state ? barsOf(state, against) : undefined
  const isMended = row.detail.mendedAt !== undefined
  const because = wordsOf(own.outcome, skipReason, state, stateReason, against)
  const words =
    (skipReason === 'cooldown' && restWords(row.detail, row.plannedText, { today, timeZone })) ||
    (skipReason === 'paid_before_go_live' && row.isOlderThanAccount && { what: BEFORE_YOU_BEGAN }) ||
    (isMended ? { what: `${because.what} ${CORRECTED}` } : because)
  return {
    invoiceId: own.invoiceId,
    tenantId: own.tenantId,
    organisationName: own.organisationName,
    invoiceNumber: own.invoiceNumber,
    customerName: notBlank(own.customerName),
    customerRemoved: own.customerName === null ? removedWords(own.removedAfterMonths) : null,
    customerPhone: own.customerPhone,
    contactId: own.contactId,
    total: Number(own.total),
    currency: own.currency,
    paidOn: own.paidOn,
    decidedAt: decidedAt.toISOString(),
    outcome: own.outcome,
    isCounted: !NOT_COUNTED.includes(skipReason ?? ''),
    reason: skipReason ?? (isOver(own.outcome) ? (stateReason ?? state) : null),
    what: words.what,
    todo: words.todo ?? null,
    help:
      words.todo === undefined
        ? helpOf(state, skipReason ?? bar ?? stateReason, waitsForNo && !bar, row.optOutSource)
        : null,
    act: isMended ? null : actOf(mendingOf(skipReason, state, stateReason, against), { ...own, shortCode }),
    optOut: optOutOf(row),
    canRetry: isConnected && isRetryable(row, today),
    request:
      requestId && state && at
        ? {
            _id: requestId,
            smsStatus: smsStatusOf(state),
            state,
            sentAt: sentAt?.toISOString() ?? null,
            at: at.toISOString(),
            atWords: momentWords({ state, stateReason, sentAt }, against),
            choices: choicesOf(
              { ...row, state, dueAt: row.dueAt ?? at, meantAt: row.meantAt ?? at },
              against,
              now,
            ),
            waitsForNo,
            undoHolds: state === 'cancelled' && row.heldAt !== null,
          }
        : null,
    xeroUrl: invoiceUrl(shortCode, own.invoiceId),
  }
}

type Placed = { place: string; paidOn: string | null; invoiceNumber: string | null }

/** Newest decision first. Invoices of one answer of Xero's were decided at one moment: the last paid comes first. */
export const newestFirst = <Row extends Placed>(rows: Row[]): Row[] =>
  rows.toSorted(
    (a, b) =>
      b.place.localeCompare(a.place) ||
      (b.paidOn ?? '9').localeCompare(a.paidOn ?? '9') ||
      (b.invoiceNumber ?? '').localeCompare(a.invoiceNumber ?? '', 'en', { numeric: true }),
  )

/** Looking again makes sense: the contact may have been corrected, and the payment is recent. */
const isRetryable = ({ skipReason, state, stateReason, detail, paidOn }: Row, today: string): boolean => {
  const hasBounced =
    state === 'failed' && MENDED_BY_CONTACT.includes(stateReason ?? '') && detail.mendedAt === undefined
  const isSkipped = skipReason !== null && isFixable(skipReason as SkipReason)
  return (hasBounced || isSkipped) && (paidOn ?? today) >= addDays(today, -MAX_PAID_AGE_DAYS)
}

/** Before the day of the sign-up no account was deactivated. On that day it may have been. */
const BEFORE_YOU_BEGAN = 'Paid before you began.'

const CORRECTED = 'The contact in Xero has another number by now, which their next invoice will use.'
