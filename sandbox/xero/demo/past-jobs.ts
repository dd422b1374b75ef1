import { addDays, instantOf, localDate, MINUTE_MS } from '../../../server/platform/dates.ts'
import { stableId, stableNumber } from '../../identifiers.ts'
import { addCustomer } from '../add-customer.ts'
import type { Organisation } from '../model/books.ts'
import { JOBS } from './demo-jobs.ts'
import { pastCustomers, WORK, type PastCustomer } from './past-customers.ts'
import { settleInvoice } from '../settle-invoice.ts'
import { addInvoice, addTrackingCategory } from '../write-organisation.ts'

const PAST_DAYS = 42
/** A more recent payment has no history yet. */
const OVER_MS = 100 * MINUTE_MS

/** At which times of day payments are made on each day of a week, Sunday first. */
const WEEK = [
  [],
  ['9:02', '15:31'],
  ['8:41', '11:20', '16:12'],
  ['10:03', '14:08'],
  ['9:24', '13:37', '17:05'],
  ['8:15', '12:34', '15:46'],
  ['10:21'],
]
const ANYBODY_LATE_MINUTES = 23

/** Customers who pay twice, by their place in the order of payments: a cooldown or an opt-out applies to them. */
const AGAIN: Record<number, string> = {
  23: 'Megan Doyle',
  31: 'Karl Brunner',
  44: 'Harpreet Gill',
  58: 'Lena Novák',
  66: 'Fitzroy & Co Property',
  74: 'Hugo Santos',
  80: 'Amelia Vos',
}

/** When the demo business went live: the day before the first of these payments. */
export const liveSinceOf = (now: Date, timeZone: string): Date =>
  wallTime(addDays(localDate(now, timeZone), -PAST_DAYS - 1), '9:30', timeZone)

export type PastJob = { date: string; add: () => void }

/** Six weeks of invoices that were paid, each to be added in its turn, by the day on which it was written. */
export const pastJobs = (organisation: Organisation, now: Date): PastJob[] => {
  const queue = pastCustomers()
  const known = new Map(queue.map((customer) => [customer.name, customer]))
  const payments = paymentTimes(now, organisation.timeZone)
  return payments.flatMap((paidAt, place) => {
    const again = AGAIN[place]
    const customer = again === undefined ? queue.shift() : known.get(again)
    if (!customer) return []
    const date = addDays(
      localDate(paidAt, organisation.timeZone),
      -(2 + stableNumber(9, 'terms', String(place))),
    )
    return [{ date, add: () => addPaidJob(organisation, customer, { place, paidAt, date }) }]
  })
}

const paymentTimes = (now: Date, timeZone: string): Date[] =>
  Array.from({ length: PAST_DAYS + 1 }, (_, index) =>
    addDays(localDate(now, timeZone), index - PAST_DAYS),
  ).flatMap((day) =>
    WEEK[new Date(`${day}T00:00:00Z`).getUTCDay()]!.map((time) => {
      const lateMs = stableNumber(ANYBODY_LATE_MINUTES * MINUTE_MS, day, time)
      return new Date(wallTime(day, time, timeZone).getTime() + lateMs)
    }).filter((at) => at.getTime() < now.getTime() - OVER_MS),
  )

const wallTime = (label: string, time: string, timeZone: string): Date => {
  const [year, month, day] = label.split('-').map(Number) as [number, number, number]
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return instantOf({ year, month, day, hour, minute }, timeZone)
}

type Paid = { place: number; paidAt: Date; date: string }

const addPaidJob = (
  organisation: Organisation,
  customer: PastCustomer,
  { place, paidAt, date }: Paid,
): void => {
  const contactId = addCustomer(organisation, customer, paidAt)
  const [description, totalCents] = customer.job ?? JOBS[stableNumber(JOBS.length, 'job', String(place))]!
  const invoice = addInvoice(
    organisation,
    {
      invoiceId: stableId(organisation.tenantId, 'past', String(place)),
      contactId,
      description,
      totalCents,
      ...(customer.reference === undefined ? {} : { reference: customer.reference }),
      ...(customer.tracked === undefined ? {} : { trackingId: optionId(organisation, customer.tracked) }),
      date,
      dueDate: addDays(date, 14),
    },
    paidAt,
  )
  const kind = customer.paysBy ?? 'payment'
  settleInvoice(invoice, { kind, date: localDate(paidAt, organisation.timeZone), now: paidAt })
}

const optionId = (organisation: Organisation, name: (typeof WORK)[number]): string =>
  addTrackingCategory(organisation, 'Work', [...WORK])[WORK.indexOf(name)]!
