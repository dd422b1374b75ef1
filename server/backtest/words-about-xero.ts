import { OrganisationUnavailable } from '../organisations/ask-xero.ts'
import { Refusal, VendorFailure } from '../platform/errors.ts'

export const notConnected = (): Refusal =>
  new Refusal('xero-not-connected', 409, 'Connect Xero first: your own invoices are read for this.')

/** Why the books cannot be read at all, for the owner. What is none of Xero's refusals is returned as it is. */
export const refusalFor = (cause: unknown): unknown => {
  if (cause === 'day-used-up' || isOfDay(cause))
    return unavailable(
      'Xero limits how often we may ask in a day, and the rest of today is kept for paid invoices. Please try again tomorrow.',
      3600,
    )
  const why = cause instanceof OrganisationUnavailable ? cause.why : cause
  if (why === 'needs-reconnect')
    return new Refusal(
      'xero-not-connected',
      409,
      'Xero has to be connected again before your invoices can be read.',
    )
  if (why === 'paused')
    return new Refusal('xero-not-connected', 409, 'Xero does not let us read this organisation any more.')
  if (why === 'no-calls-left')
    return unavailable(
      'Xero limits how often we may ask, and paid invoices go first. Please try again in a minute.',
    )
  if (why === 'not-answering' || why === 'app-refused' || cause instanceof VendorFailure)
    return unavailable('Xero cannot be asked just now. Please try again in a minute.')
  return cause
}

/** Why not all was read: once for each reason, whichever of the organisations has it. */
export const whyMissing = (causes: unknown[]): string | null =>
  causes.length === 0
    ? null
    : `${[...new Set(causes.map(reasonFor))].join('. ')}: these are the invoices that we could read.`

const reasonFor = (cause: unknown): string => {
  if (cause === 'day-used-up' || isOfDay(cause))
    return 'Xero limits how often we may ask in a day, and the rest of today is kept for paid invoices'
  const why = cause instanceof OrganisationUnavailable ? cause.why : cause
  if (why === 'needs-reconnect')
    return 'Xero has to be connected again before all of your invoices can be read'
  if (why === 'paused') return 'Xero does not let us read one of your organisations any more'
  if (why === 'no-calls-left') return 'Xero limits how often we may ask, and paid invoices go first'
  return 'Xero stopped answering'
}

/** Of Xero's limits, the one of the day. */
const isOfDay = (cause: unknown): boolean => {
  const failure = cause instanceof OrganisationUnavailable ? cause.cause : cause
  return failure instanceof VendorFailure && /^rate-limit:.*day/.test(failure.code)
}

const unavailable = (words: string, retryAfterSeconds = 60): Refusal =>
  new Refusal('xero-unavailable', 503, words, { retryAfterSeconds })
