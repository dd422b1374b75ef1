import type { ReviewRequest, ReviewRequestResponse } from '../../../contracts/review-requests.ts'
import { invoiceUrl } from '../../organisations/xero-links-rules.ts'
import { centsToDecimal } from '../../platform/money.ts'
import { notBlank } from '../../platform/not-blank-rules.ts'
import { againstOf } from './words/against-rules.ts'
import { choicesOf, isAskedAbout } from './words/choices-rules.ts'
import type { CustomersClock } from './words/customers-clock-rules.ts'
import { actOf, requestMending } from './mending/mending-rules.ts'
import { requestCost, requestSteps, type RequestFacts } from './words/request-steps-rules.ts'
import { helpOf } from './mending/help-rules.ts'
import { removedWords } from './words/removed-words-rules.ts'
import { remindedWords } from './words/reminded-words-rules.ts'
import {
  barsOf,
  momentWords,
  optOutOf,
  requestWords,
  smsStatusOf,
  type Here,
} from './words/request-words-rules.ts'

export type PresentedRow = {
  id: string
  invoiceId: string
  customerName: string | null
  customerPhone: string | null
  customerEmail: string | null
  removedAfterMonths: number | null
  invoiceNumber: string | null
  contactId: string | null
  state: ReviewRequest['state']
  stateReason: string | null
  at: Date
  dueAt: Date
  meantAt: Date
  heldAt: Date | null
  isPostponed: boolean
  sentAt: Date | null
  deliveredAt: Date | null
  openedAt: Date | null
  openCount: number
  shortCode: string | null
  isSwitchedOn: boolean
  isConnected: boolean
  clock: CustomersClock | null
  isCrowded: boolean
  /** Its owner is asked before a text goes. */
  isAskedFirst: boolean
  optOutSource: string | null
  optedOutAt: Date | null
  /** The first text that it reminds of, where it is a reminder. */
  reminderOf: string | null
  /** Of its own reminder, where it has one. */
  reminderState: ReviewRequest['state'] | null
  reminderAt: Date | null
}

/** A request as the screens show it. */
export const presentRequest = (row: PresentedRow, here: Here): ReviewRequest => {
  const { id, state, stateReason, at, sentAt, deliveredAt, openedAt, openCount, shortCode, ...own } = row
  const { now } = here
  const smsStatus = smsStatusOf(state)
  const waitsForNo = isAskedAbout(row, now)
  const against = againstOf(row, id, here)
  const words = requestWords(state, stateReason, against)
  const bar = barsOf(state, against)
  const isFailed = smsStatus === 'failed'
  return {
    _id: id,
    customerName: notBlank(own.customerName),
    customerRemoved: own.customerName === null ? removedWords(own.removedAfterMonths) : null,
    customerPhone: own.customerPhone,
    customerEmail: own.customerEmail,
    invoiceNumber: own.invoiceNumber,
    invoiceId: own.invoiceId,
    xeroInvoiceId: own.invoiceId,
    smsStatus,
    sentAt: sentAt?.toISOString() ?? null,
    at: at.toISOString(),
    atWords: momentWords(row, against),
    state,
    detail: isFailed ? null : words,
    failure: isFailed ? words : null,
    help:
      words?.todo === undefined
        ? helpOf(state, bar ?? stateReason, waitsForNo && !bar, row.optOutSource)
        : null,
    act: actOf(requestMending(state, stateReason, against), row),
    reminder: remindedWords(row, here),
    choices: choicesOf(row, against, now),
    waitsForNo,
    undoHolds: state === 'cancelled' && row.heldAt !== null,
    optOut: optOutOf(row),
    deliveredAt: deliveredAt?.toISOString() ?? null,
    openedAt: openedAt?.toISOString() ?? null,
    openCount,
    xeroUrl: invoiceUrl(shortCode, own.invoiceId),
  }
}

type Details = RequestFacts & { body: string | null; segments: number | null; currency: string }

/** What a row shows when it is opened. */
export const presentDetails = (
  details: Details,
): Pick<ReviewRequestResponse, 'body' | 'segments' | 'cost' | 'currency' | 'steps'> => {
  const { body, segments, currency } = details
  const cents = requestCost(details)
  return {
    body,
    segments,
    cost: cents === undefined ? null : centsToDecimal(cents),
    currency,
    steps: requestSteps(details).map(({ at, what }) => ({ at: at?.toISOString() ?? null, what })),
  }
}
