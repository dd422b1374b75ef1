import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { webhookEvent } from '../../../sandbox/xero/model/webhook-body.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { deliver } from '../../../test/support/xero-door.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { skipReasonWords, type SkipReason } from '../../review-requests/deciding/review-request-rules.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const REASONS = Object.keys(skipReasonWords) as SkipReason[]
/** Those that something that is changed in Xero can turn. */
const OPEN: SkipReason[] = [
  'nothing_to_pay',
  'credit_note',
  'paid_in_future',
  'no_mobile',
  'landline',
  'country_not_served',
  'cooldown',
]

const tell = async (...invoices: Invoice[]) => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await trader.sync()
}

/** Scheduled, cancelled because its payment was undone, and paid again. */
const cancelledUnpaid = async (): Promise<Invoice> => {
  const invoice = trader.paid()
  await tell(invoice)
  product.sandbox.xero.undo(trader.tenantId, invoice.invoiceId, { webhook: false })
  await tell(invoice)
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled' })
  product.sandbox.xero.pay(trader.tenantId, invoice.invoiceId, { webhook: false })
  return invoice
}

/** A decision as if this had been the reason, which has been put right in Xero since. */
const decideAs = async (
  reason: SkipReason,
  { invoiceId, contactId }: Invoice,
  freedBy: Invoice,
): Promise<void> => {
  const plannedOf = { tenantId: trader.tenantId, invoiceId: freedBy.invoiceId }
  const detail = reason === 'cooldown' ? { plannedOf, cooldownDays: 90 } : {}
  await sql`
    update decisions set reason = ${reason}, contact_id = ${contactId}, detail = ${JSON.stringify(detail)}
    where invoice_id = ${invoiceId}`.execute(product.db)
}

/** Everything that can make it be decided again. */
const touch = async (invoices: Invoice[]) => {
  product.later(MINUTE_MS)
  await tell(...invoices)
  const contacts = invoices.map(({ contactId }) => ({ tenantId: trader.tenantId, contactId }))
  await deliver(product, { events: contacts.map((contact) => webhookEvent(contact, product.now())) })
  await product.tick()
  await sql`update organisations set sweep_cursor = ${new Date(product.now().getTime() - DAY_MS)}
            where tenant_id = ${trader.tenantId}`.execute(product.db)
  await product.job('sweep-organisation', trader)
  const { call } = await signInTo(product, trader.businessId)
  for (const { invoiceId } of invoices) await call('POST', `/api/activity/${invoiceId}/retry`)
  await product.tick()
}

const makeAll = async (): Promise<Map<SkipReason | 'cancelled', Invoice>> => {
  const freedBy = await cancelledUnpaid()
  const paid = REASONS.map((reason) => [reason, trader.paid()] as const)
  await trader.set({ automation_enabled: false })
  await tell(...paid.map(([, invoice]) => invoice))
  await trader.set({ automation_enabled: true })
  for (const [reason, invoice] of paid) await decideAs(reason, invoice, freedBy)
  return new Map<SkipReason | 'cancelled', Invoice>([['cancelled', freedBy], ...paid])
}

test('what was decided since going live is texted once it is put right, where its reason is open to that', async () => {
  const made = await makeAll()
  await touch([...made.values()])
  const scheduled = []
  for (const [reason, invoice] of made)
    if ((await trader.decision(invoice)) === 'scheduled') scheduled.push(reason)
  expect(scheduled.toSorted()).toEqual(['cancelled', ...OPEN].toSorted())
  expect(trader.texts()).toHaveLength(scheduled.length)
})

test('of what was paid before going live on that very day none is texted, whatever it was decided as', async () => {
  const made = await makeAll()
  await trader.setOrganisation({ live_since: product.now() })
  await touch([...made.values()])
  expect(trader.texts()).toEqual([])
  for (const reason of ['cancelled', ...OPEN] as const)
    expect(await trader.decision(made.get(reason)!), `${reason}`).toBe('paid_before_go_live')
})
