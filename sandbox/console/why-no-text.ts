import type { ControlParts } from '../control-routes.ts'
import { SPECIAL_NUMBERS } from '../twilio/special-numbers.ts'
import { creditedCents, paidCents, type Invoice, type Organisation } from '../xero/model/books.ts'

/** How long a text may take. */
const PATIENCE_MS = 6_000
const DAY_MS = 86_400_000
/** The product does not text for a payment older than this. */
const OLD_DAYS = 14
/** Minutes of the day between which a business texts, unless its owner chose other hours. */
const SENDING_HOURS = { from: 8 * 60, until: 20 * 60 }

/**
 * Why no text came for an invoice that was marked as paid here within the last day, as far as it can be seen from
 * outside; the product shows the true reason. Undefined where a text came, or still may come.
 */
export const whyNoText = (
  { xero, twilio }: Pick<ControlParts, 'xero' | 'twilio'>,
  organisation: Organisation,
  invoice: Invoice,
  { phone, now }: { phone: string | undefined; now: Date },
): string | undefined => {
  const { marked, status } = invoice
  if (!marked || status !== 'PAID') return undefined
  const age = now.getTime() - marked.at
  if (age < PATIENCE_MS || age > DAY_MS) return undefined
  const texts = phone ? twilio.conversation(phone).filter(({ direction }) => direction !== 'inbound') : []
  if (texts.some(({ createdAt }) => createdAt >= marked.at)) return undefined
  return (
    whyNotThisInvoice(invoice, now) ??
    (xero.isConnected(organisation.tenantId)
      ? undefined
      : 'no business is connected to this organisation.') ??
    (marked.isAnnounced ? undefined : 'no webhook was sent. The hourly sweep will find the payment.') ??
    whyNotThisPhone(phone, phone !== undefined && twilio.isBlocked(phone)) ??
    (texts.length > 0
      ? 'this customer has been asked lately, and is left in peace.'
      : whyNotNow(organisation, now))
  )
}

const whyNotThisInvoice = (invoice: Invoice, now: Date): string | undefined => {
  if (invoice.type === 'ACCPAY') return 'this is a bill, not an invoice to a customer.'
  const [settlement] = invoice.settlements.slice(-1)
  const isCredit =
    paidCents(invoice) === 0 && creditedCents(invoice) > 0 && settlement?.kind === 'credit-note'
  if (isCredit) return 'a credit note brings in no money.'
  const isOld = settlement && now.getTime() - Date.parse(settlement.date) > (OLD_DAYS + 1) * DAY_MS
  return isOld ? 'the payment carries a date long ago.' : undefined
}

const whyNotThisPhone = (phone: string | undefined, isBlocked: boolean): string | undefined => {
  if (phone === undefined) return 'Xero has no mobile number of this customer.'
  if (isBlocked) return 'this customer replied STOP.'
  const fate = SPECIAL_NUMBERS[phone]
  return fate?.kind === 'refused' ? `the phone network refused it. The number ${fate.words}.` : undefined
}

/** The business is not seen from here, but the time where it is. */
const whyNotNow = ({ timeZone }: Organisation, now: Date): string => {
  const others = 'be out of funds, have switched it off, or have left this customer out'
  const parts = new Intl.DateTimeFormat('en-AU', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const [hour, minute] = parts.format(now).split(':').map(Number) as [number, number]
  const minutes = hour * 60 + minute
  if (minutes >= SENDING_HOURS.from && minutes < SENDING_HOURS.until)
    return `the business may be outside its sending hours in SMS Setup, ${others}.`
  const city = timeZone.split('/').at(-1)!.replaceAll('_', ' ')
  return (
    `it is ${inWords(minutes)} in ${city}, and a text waits for the sending hours: ${inWords(SENDING_HOURS.from)} to ` +
    `${inWords(SENDING_HOURS.until)}, unless SMS Setup says otherwise, such as “At any hour”. ` +
    `Else the business may ${others}.`
  )
}

const inWords = (minutes: number): string => {
  const hour = Math.floor(minutes / 60)
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}
