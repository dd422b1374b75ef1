import { localDate } from '../../server/platform/dates.ts'
import { stableId } from '../identifiers.ts'
import { daysAgo } from './add-customer.ts'
import { madeUpCustomer } from './made-up-customer.ts'
import type { Organisation } from './model/books.ts'
import type { Country } from './model/countries.ts'
import { settleInvoice } from './settle-invoice.ts'
import { addContact, addInvoice } from './write-organisation.ts'

const HOW_MANY = 12
const DAYS_BETWEEN = 2.3
/** Beyond those that the console adds. */
const FIRST_INDEX = 1000
const EACH_WITHOUT_MOBILE = 5
const DAY_MS = 86_400_000

type Job = [description: string, totalCents: number]

/** Paid in the last 30 days, by customers who owe nothing now: what a newcomer's backtest has to show. */
export const addPaidLately = (organisation: Organisation, job: Job, now: Date): void => {
  for (let index = HOW_MANY; index > 0; index -= 1) addOne(organisation, index, job, now)
}

const addOne = (
  organisation: Organisation,
  index: number,
  [description, totalCents]: Job,
  now: Date,
): void => {
  const { tenantId, country, timeZone } = organisation
  const paidAt = new Date(now.getTime() - index * DAYS_BETWEEN * DAY_MS)
  const customer = madeUpCustomer(tenantId, country as Country, FIRST_INDEX + index)
  const { contactId } = addContact(
    organisation,
    {
      ...customer,
      contactId: stableId(tenantId, 'paid lately', String(index)),
      ...(index % EACH_WITHOUT_MOBILE === 0 ? { mobile: '' } : {}),
    },
    paidAt,
  )
  const invoice = addInvoice(
    organisation,
    {
      invoiceId: stableId(tenantId, 'paid lately invoice', String(index)),
      contactId,
      description,
      totalCents,
      date: daysAgo(organisation, 7, paidAt),
    },
    paidAt,
  )
  settleInvoice(invoice, { kind: 'payment', date: localDate(paidAt, timeZone), now: paidAt })
}
