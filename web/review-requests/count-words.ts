import type { ReviewRequest, ReviewRequestSummary } from '../../contracts/review-requests.ts'
import { counted, inNumber } from '../lib/words.ts'

type State = ReviewRequest['state']
type Kind = 'sent' | 'failed' | 'pending' | 'held' | 'not sent'

/** What each text is counted as, wherever texts are counted: those that are sent are the month’s figure. */
const KINDS: Record<State, Kind> = {
  sent: 'sent',
  delivered: 'sent',
  failed: 'failed',
  scheduled: 'pending',
  waiting_for_funds: 'pending',
  sending: 'pending',
  unknown: 'pending',
  held: 'held',
  cancelled: 'not sent',
  expired: 'not sent',
}
const IN_ORDER: Kind[] = ['sent', 'failed', 'pending', 'held', 'not sent']

/** '3 sent, 1 held, 2 not sent'. */
export const kindsInWords = (texts: { state: string }[]): string =>
  IN_ORDER.map((kind) => ({ kind, count: texts.filter((text) => kindOf(text) === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${inNumber(count)} ${kind}`)
    .join(', ')

/** A state that is not known waits for something. */
const kindOf = ({ state }: { state: string }): Kind =>
  Object.hasOwn(KINDS, state) ? KINDS[state as State] : 'pending'

/** '6 requests: 3 sent, 1 held, 2 not sent', and '3 requests: 3 sent'. */
export const requestsInWords = (texts: { state: string }[]): string =>
  `${counted(texts.length, 'request')}: ${kindsInWords(texts)}`

/** What the held-back ones are counted against, so that it adds up with the month’s figure. */
export const plannedInWords = (summary: ReviewRequestSummary): string => {
  const { plannedThisMonth: planned, sentThisMonth: sent, heldBackThisMonth: held } = summary
  const { failedThisMonth: failed } = summary
  const pending = planned - sent - failed - held
  const others = [
    sent > 0 && `${inNumber(sent)} sent`,
    failed > 0 && `${inNumber(failed)} failed`,
    pending > 0 && `${inNumber(pending)} pending`,
  ].filter(Boolean)
  const yours = `${inNumber(held)} that you held or cancelled`
  const all = others.length > 0 ? `${others.join(', ')} and ${yours}` : yours
  return `Of ${counted(planned, 'text')} this month: ${all}.`
}
