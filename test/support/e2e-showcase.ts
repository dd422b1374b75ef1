import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'
import type { Product } from './e2e-product.ts'
import type { OwnerAtDashboard } from './e2e-owner.ts'

const DAY_MS = 86_400_000
const PERTH_MS = 8 * 3_600_000

const TEXTED = [
  ['Priya Raman', 'Priya', '+61412555018', 'INV-2041', 1, '14:14', 'opened'],
  ['Harbour Street Body Corporate', null, '+61491570313', 'INV-2040', 1, '11:02', 'delivered'],
  ['Marcus O’Dell', 'Marcus', '+61491570156', 'INV-2039', 1, '9:41', 'opened'],
  ['Tom & Elise Brandt', 'Tom', '+61491570737', 'INV-2036', 2, '16:20', 'failed'],
  ['Aroha Ngāta', 'Aroha', '+61491571491', 'INV-2034', 2, '13:05', 'delivered'],
  ['Li Wei', 'Li', '+61491571804', 'INV-2033', 2, '10:31', 'opened'],
  ['Sam Carter', 'Sam', '+61491572549', 'INV-2030', 3, '15:48', 'delivered'],
] as const

const NOT_TEXTED = [
  ['Ravi Menon', 'INV-2038', 1, '8:56', 'cooldown'],
  ['Coogee Strata 4471', 'INV-2037', 2, '17:40', 'no_mobile'],
  ['Hannah Lind', 'INV-2035', 2, '15:12', 'opted_out'],
  ['Ines Duarte', 'INV-2032', 3, '12:09', 'no_mobile'],
] as const

/** The same days, with a text that waits, and what each text cost. */
export const writeShortHistory = async (owner: OwnerAtDashboard, product: Product): Promise<void> => {
  await writeShowcase(owner, product)
  const { db } = product.parts
  const sent = db.selectFrom('review_requests').select('id').where('business_id', '=', owner.businessId)
  for (const { id } of await sent.orderBy('sent_at').execute()) await owner.spend(9, id)
  await owner.texted({ ...NOOR, state: 'scheduled', sent_at: null, due_at: inPerth(0, '18:45') })
  await alignInvoices(owner, db)
}

const NOOR = {
  customer_name: 'Noor Haddad',
  first_name: 'Noor',
  customer_phone: '+61491571266',
  invoice_number: 'INV-2042',
}

/** The last days of an electrician in Perth, at the hours at which people pay, for pictures that strangers see. */
export const writeShowcase = async (owner: OwnerAtDashboard, { parts: { db } }: Product): Promise<void> => {
  for (const [customer_name, first_name, customer_phone, invoice_number, day, time, fate] of TEXTED) {
    const sent_at = inPerth(day, time)
    await owner.texted({
      customer_name,
      first_name,
      customer_phone,
      invoice_number,
      sent_at,
      ...(fate === 'opened' && { opened_at: sent_at, open_count: 1 }),
      ...(fate === 'failed' && { state: 'failed', state_reason: '30006', failed_at: sent_at }),
    })
  }
  await alignInvoices(owner, db)
  for (const [contact_name, number, day, time, reason] of NOT_TEXTED) {
    const invoiceId = await owner.skipped(reason, { decided_at: inPerth(day, time) })
    await db
      .updateTable('invoices')
      .set({ contact_name, number })
      .where('invoice_id', '=', invoiceId)
      .execute()
  }
}

/** The invoices of all her texts are their customers', came in when the text was meant, and differ in amount. */
export const alignInvoices = async ({ businessId }: OwnerAtDashboard, db: Db): Promise<void> => {
  await sql`
    update decisions d set decided_at = coalesce(r.sent_at, r.scheduled_at) from review_requests r
    where r.business_id = d.business_id and r.invoice_id = d.invoice_id and d.business_id = ${businessId}`.execute(
    db,
  )
  await sql`
    update invoices i
    set number = r.invoice_number, contact_name = r.customer_name, total = a.amount, amount_paid = a.amount
    from review_requests r, lateral (
      select 90 + right(r.invoice_number, 2)::integer * 73.5 % 800 as amount
    ) a
    where r.business_id = i.business_id and r.invoice_id = i.invoice_id and i.business_id = ${businessId}`.execute(
    db,
  )
}

const inPerth = (daysAgo: number, time: string): Date => {
  const today = Math.floor((Date.now() + PERTH_MS) / DAY_MS) * DAY_MS - PERTH_MS
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return new Date(today - daysAgo * DAY_MS + (hours * 60 + minutes) * 60_000)
}
