import type { RequestChoice, ReviewRequest, ReviewRequestResponse } from '../../contracts/review-requests.ts'
import { dayOf } from '../lib/formats/days.ts'
import { dayAndTimeInWords, timeInWords } from '../lib/words.ts'

type Planned = Pick<ReviewRequest, 'at'>
/** A text that an owner can decide about. */
export type Choosable = Planned &
  Pick<ReviewRequest, '_id' | 'customerName' | 'choices' | 'state' | 'waitsForNo' | 'undoHolds'> & {
    isReminder?: boolean
  }

/** Also where the clock of the browser is a little behind. */
const SOON_MS = 60_000

export const isOver = ({ at }: Planned, now: number): boolean => Date.parse(at) <= now

/** It goes on the spot, or where its time is over as soon as the sending hours open. */
export const sendsAtOnce = (
  choice: RequestChoice,
  text: Pick<Choosable, 'at' | 'undoHolds'>,
  now: number,
): boolean =>
  choice === 'send-now' ||
  ((choice === 'resume' || (choice === 'undo-cancel' && !text.undoHolds)) && isOver(text, now))

/** What it is called beside others of its customer. */
export const kindOf = ({ isReminder }: Pick<Choosable, 'isReminder'>): string =>
  isReminder ? 'reminder' : 'text'

export const sendsAtOnceWords = (
  choice: RequestChoice,
  text: Pick<Choosable, 'customerName' | 'isReminder'>,
): string => {
  const who = text.customerName ?? 'this customer'
  return choice === 'send-now'
    ? `The ${kindOf(text)} goes to ${who} at once. What was sent cannot be taken back.`
    : `Its time is over, so it goes to ${who} now, or as soon as your sending hours open.`
}

/** When a text or a reminder, its `kind`, goes once it is let go or brought back. `wasOver`: its time was over then. */
export const goesInWords = (
  { request, timeZone }: Pick<ReviewRequestResponse, 'request' | 'timeZone'>,
  { wasOver, now, kind }: { wasOver: boolean; now: number; kind: string },
): string => {
  const { customerName, state, detail, at, atWords, waitsForNo } = request
  const text = `The ${kind} to ${customerName ?? 'this customer'}`
  if (state === 'held') return `${text} is held again.`
  if (state === 'sent' || state === 'delivered') return `${text} was sent.`
  if (state !== 'scheduled' || atWords === 'due')
    return `${customerName ?? 'This customer'}: ${detail?.what ?? 'it is not sent.'}`
  if (isOver(request, now + SOON_MS)) return `${text} goes out now.`
  const isToday = dayOf(at, timeZone) === dayOf(now, timeZone)
  const when = isToday ? `at ${timeInWords(at, timeZone)}` : `on ${dayAndTimeInWords(at, timeZone)}`
  if (wasOver) return `${text} goes out as soon as your sending hours open, ${when}.`
  if (atWords === 'from') return `${text} goes out in its turn, after it is due ${when}.`
  return `${text} goes out ${when}${waitsForNo ? ', unless you say no' : ''}.`
}
