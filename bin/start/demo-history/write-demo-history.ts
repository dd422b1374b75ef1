import { pastCustomers, type PastCustomer } from '../../../sandbox/xero/demo/past-customers.ts'
import { DEMO_ACCESS_TOKEN } from '../../../sandbox/xero/demo/demo-organisation.ts'
import { liveSinceOf } from '../../../sandbox/xero/demo/past-jobs.ts'
import {
  asDecider,
  findBasis,
  type DecidingTrx,
} from '../../../server/review-requests/deciding/as-decider.ts'
import type { XeroInvoice } from '../../../server/integrations/xero/xero-types.ts'
import { recordInvoices, type RecordOptions } from '../../../server/flows/paid-invoices/record-invoices.ts'
import {
  findOrganisation,
  type SyncedOrganisation,
} from '../../../server/organisations/organisation-queries.ts'
import type { Parts } from '../../../server/wiring/parts.ts'
import { MINUTE_MS } from '../../../server/platform/dates.ts'
import { mobileFrom } from '../../../server/texts/phones/phone-rules.ts'
import { compareMessages } from './compare-messages.ts'
import { dateBack } from './date-back.ts'
import type { DemoBusiness } from './demo-business.ts'
import { holdBack } from './hold-back.ts'
import { found, listPaid } from './list-paid.ts'
import { leaveOut } from './leave-out.ts'
import { writeFunds } from './write-funds.ts'
import { writeTexts } from './write-texts.ts'

/** A webhook and the look at the invoice that it asks for. */
const REPORTED_AFTER_MS = 2_000
const STOPS_AFTER_MS = 4 * MINUTE_MS

/**
 * The past six weeks of the demo business: what is paid in its Xero is decided by the product's own rules, each at its
 * own moment, and then every text gets the outcome that belongs to its customer. All or nothing.
 */
export const writeDemoHistory = async (parts: Parts, demo: DemoBusiness): Promise<void> => {
  const paid = await listPaid(parts, { accessToken: DEMO_ACCESS_TOKEN, tenantId: demo.tenantId })
  const now = parts.clock()
  await asDecider(parts.db, demo, async (trx) => {
    const organisation = (await findOrganisation(trx, demo.tenantId))!
    const liveSince = liveSinceOf(now, organisation.timeZone)
    const customers = new Map(pastCustomers().map((customer) => [customer.name, customer]))
    await leaveOut(trx, { ...organisation, liveSince }, paid, customers)
    await compareMessages(trx, { businessId: demo.businessId, liveSince })
    await decideAll(trx, parts, { ...organisation, liveSince }, paid, customers)
    await writeFunds(trx, parts, demo, { liveSince, now })
    await holdBack(trx, demo.businessId, customers)
    await writeTexts(trx, parts, demo.businessId, customers, now)
    await dateBack(trx, demo, { liveSince, now })
  })
}

type Customers = Map<string, PastCustomer>
type LiveOrganisation = SyncedOrganisation & { liveSince: Date }

const decideAll = async (
  trx: DecidingTrx,
  parts: Parts,
  organisation: LiveOrganisation,
  paid: XeroInvoice[],
  customers: Customers,
): Promise<void> => {
  const { businessId, country, liveSince } = organisation
  const before = paid.filter(({ updatedAt }) => updatedAt < liveSince)
  const basis = await findBasis(trx, organisation)
  const record = (
    invoices: XeroInvoice[],
    at: Date,
    options: Pick<RecordOptions, 'foundBy' | 'wasPaidBeforeGoLive'>,
  ) =>
    recordInvoices(trx, { ...parts, sqlNow: () => at }, organisation, invoices.map(found), {
      ...options,
      basis,
      askedAt: at,
      now: at,
    })
  await record(before, new Date(liveSince.getTime() - REPORTED_AFTER_MS), {
    foundBy: 'sweep',
    wasPaidBeforeGoLive: true,
  })
  for (const invoice of paid.slice(before.length)) {
    const reportedAt = new Date(invoice.updatedAt.getTime() + REPORTED_AFTER_MS)
    await record([invoice], reportedAt, { foundBy: 'webhook' })
    if (!customers.get(invoice.contact?.name ?? '')?.stops) continue
    const mobile = mobileFrom(invoice.contact!.phones, country)
    if (mobile.kind !== 'mobile') continue
    const optOut = {
      phone_hash: parts.hashPhone(mobile.phone),
      opted_out_at: new Date(reportedAt.getTime() + STOPS_AFTER_MS),
    }
    await trx
      .insertInto('opt_outs')
      .values({ business_id: businessId, source: 'stop', ...optOut })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
