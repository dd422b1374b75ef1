import { sql } from 'kysely'
import type { Invoice } from '../../sandbox/xero/model/books.ts'
import type { PayOptions } from '../../sandbox/xero/control.ts'
import type { NewInvoice } from '../../sandbox/xero/write-organisation.ts'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { MINUTE_MS, offsetChange, wallClock } from '../../server/platform/dates.ts'
import type { Product } from './product.ts'
import { deliver, eventOf } from './xero-door.ts'

export type Trader = {
  businessId: string
  tenantId: string
  /** A new customer, with this mobile in Xero unless it is ''; by default one that no other customer has. */
  customer: (mobile?: string, firstName?: string) => Customer
  invoice: (customer?: Customer, wanted?: Partial<NewInvoice>) => Invoice
  /** An invoice is paid in Xero; a webhook is sent only with `webhook`. */
  paid: (customer?: Customer, options?: PayOptions & { invoice?: Partial<NewInvoice> }) => Invoice
  sync: () => Promise<void>
  send: () => Promise<void>
  /** Texts at the gateway for this business's customers, oldest first. */
  texts: () => { to: string; body: string; sid: string }[]
  decision: (invoice: Invoice) => Promise<string | undefined>
  requests: () => Promise<Request[]>
  request: (invoice: Invoice) => Promise<Request>
  balance: () => Promise<{ available: number; reserved: number }>
  set: (columns: Record<string, unknown>) => Promise<void>
  setOrganisation: (columns: Record<string, unknown>) => Promise<void>
  /**
   * Sending hours that are closed now and open for half an hour in so many minutes. Where midnight or a change of the
   * clocks would come between, whatever the real time is, it is past that first.
   */
  openIn: (minutes: number) => Promise<void>
}

export type Customer = { contactId: string; phone: string }

export type Request = {
  id: string
  invoice_id: string
  state: string
  state_reason: string | null
  link_token: string
  due_at: Date
  attempts: number
  customer_phone: string
  message_sid: string | null
  sent_at: Date | null
  open_count: number
}

/** The price of one segment to Australia. */
export const SEGMENT_CENTS = 9

/** A business that went live yesterday, with an organisation in Xero, consent and all. */
export const createTrader = async (
  product: Product,
  { fundsCents = 1000, tenantId = newOrganisation(product) }: { fundsCents?: number; tenantId?: string } = {},
): Promise<Trader> => {
  const { parts, sandbox, db } = product
  const { businessId } = await seedBusiness(parts, {
    number: 1,
    name: 'Coastal Plumbing',
    currency: 'AUD',
    fundsCents,
    tenantId,
    tokens: sandbox.xero.grant(tenantId),
  })
  const phones = new Set<string>()

  const customer: Trader['customer'] = (mobile, firstName = 'Sam') => {
    const phone = mobile ?? nextMobile()
    if (phone) phones.add(phone)
    const { contactId } = sandbox.xero.addContact(tenantId, {
      name: `${firstName} Green`,
      firstName,
      mobile: phone,
    })
    return { contactId, phone }
  }
  const invoice: Trader['invoice'] = (from = customer(), wanted = {}) =>
    sandbox.xero.addInvoice(tenantId, { contactId: from.contactId, totalCents: 12_300, ...wanted })
  const requests = async (): Promise<Request[]> => {
    const { rows } = await sql<Request>`
      select * from review_requests where business_id = ${businessId} order by scheduled_at, id`.execute(db)
    return rows
  }
  return {
    businessId,
    tenantId,
    customer,
    invoice,
    paid: (from, { invoice: wanted, ...options } = {}) =>
      sandbox.xero.pay(tenantId, invoice(from, wanted).invoiceId, { webhook: false, ...options }),
    sync: () => product.work(`sync:${tenantId}`),
    send: () => product.work(`send:${businessId}`),
    texts: () => sandbox.twilio.sent().filter(({ to }) => phones.has(to)),
    decision: async ({ invoiceId }) => {
      const { rows } = await sql<{ outcome: string; reason: string | null }>`
        select outcome, reason from decisions where business_id = ${businessId} and invoice_id = ${invoiceId}`.execute(
        db,
      )
      return rows[0] && (rows[0].reason ?? rows[0].outcome)
    },
    requests,
    request: async ({ invoiceId }) => {
      const found = (await requests()).find(({ invoice_id }) => invoice_id === invoiceId)
      if (!found) throw new Error('There is no request for this invoice.')
      return found
    },
    balance: async () => {
      const { rows } = await sql<{ available: number; reserved: number }>`
        select available_cents as available, reserved_cents as reserved
        from balances where business_id = ${businessId}`.execute(db)
      return rows[0] ?? { available: 0, reserved: 0 }
    },
    set: async (columns) => {
      await db.updateTable('businesses').set(columns).where('id', '=', businessId).execute()
    },
    openIn: async (minutes) => {
      if (minuteOfDay(product.now()) + minutes + OPEN_MINUTES > DAY_MINUTES)
        product.later((DAY_MINUTES - minuteOfDay(product.now()) + 1) * MINUTE_MS)
      const now = product.now()
      const closes = new Date(now.getTime() + (minutes + OPEN_MINUTES) * MINUTE_MS)
      const changes = offsetChange(now, closes, ZONE)
      if (changes) product.later(changes.getTime() - now.getTime() + MINUTE_MS)
      const from = minuteOfDay(product.now()) + minutes
      const until = from + OPEN_MINUTES
      await db
        .updateTable('businesses')
        .set({ sending_from: from, sending_until: until })
        .where('id', '=', businessId)
        .execute()
    },
    setOrganisation: async (columns) => {
      await db.updateTable('organisations').set(columns).where('tenant_id', '=', tenantId).execute()
    },
  }
}

const newOrganisation = ({ sandbox }: Product): string =>
  sandbox.xero.addOrganisation({ name: 'Coastal Plumbing' }).tenantId

/** Posts changes to the product's door as Xero does: signed, in one body. Returns the status. */
export const tellOf = async (
  product: Product,
  changes: { tenantId: string; invoices: { invoiceId: string }[]; at?: Date }[],
): Promise<number> => {
  const events = changes.flatMap(({ tenantId, invoices, at }) =>
    invoices.map(({ invoiceId }) => eventOf(tenantId, invoiceId, at ?? product.now())),
  )
  return (await deliver(product, { events })).status
}

let lastMobile = 0

/** Australian mobiles that no other customer of this test file has; the sandbox's special numbers are elsewhere. */
const nextMobile = (): string => {
  lastMobile += 1
  return `+614${String(20_000_000 + lastMobile)}`
}

const ZONE = 'Australia/Sydney'
const OPEN_MINUTES = 30
const DAY_MINUTES = 24 * 60

const minuteOfDay = (now: Date): number => {
  const { hour, minute } = wallClock(now, ZONE)
  return hour * 60 + minute
}
