import { beforeAll, expect, test } from 'vitest'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { useProduct } from '../../test/support/product.ts'
import type { Invoice, Organisation } from '../xero/model/books.ts'
import { mobileOf } from './phone-book.ts'
import { whyNoText } from './why-no-text.ts'

const product = useProduct()
const PATIENCE_MS = 7_000
let organisation: Organisation

beforeAll(async () => {
  const { sandbox, parts } = product
  organisation = sandbox.xero.addOrganisation({ name: 'Harbour Tiling' })
  const { tenantId } = organisation
  const tokens = sandbox.xero.grant(tenantId)
  await seedBusiness(parts, { number: 1, fundsCents: 500, currency: 'AUD', tenantId, tokens })
})

const customer = (mobile: string) =>
  product.sandbox.xero.addContact(organisation.tenantId, { name: 'Sam Green', firstName: 'Sam', mobile })
const invoiceOf = ({ contactId }: { contactId: string }): Invoice =>
  product.sandbox.xero.addInvoice(organisation.tenantId, { contactId, totalCents: 9_900 })

const why = (invoice: Invoice, laterMs = PATIENCE_MS, of = organisation): string | undefined => {
  const phone = mobileOf(of, of.contacts.get(invoice.contactId)!)?.e164
  const now = new Date(product.now().getTime() + laterMs)
  return whyNoText(product.sandbox, of, invoice, { phone, now })
}

const textSent = async (): Promise<void> => {
  await product.work(`sync:${organisation.tenantId}`)
  await product.tick()
}

test('a text that came, and one that still may come, need no explanation', async () => {
  const invoice = invoiceOf(customer('0491 570 006'))
  expect(why(invoice)).toBeUndefined()
  product.sandbox.xero.pay(organisation.tenantId, invoice.invoiceId)
  expect(why(invoice, 0)).toBeUndefined()
  await product.sandbox.xero.webhooks.settled()
  await textSent()
  expect(why(invoice)).toBeUndefined()
})

test('the console says when a customer replied STOP or was asked lately', async () => {
  const asked = customer('0491 570 156')
  const [first, second, third] = [invoiceOf(asked), invoiceOf(asked), invoiceOf(asked)]
  const { xero, twilio } = product.sandbox
  xero.pay(organisation.tenantId, first.invoiceId)
  await xero.webhooks.settled()
  await textSent()
  product.later(60_000)
  xero.pay(organisation.tenantId, second.invoiceId)
  expect(why(second)).toContain('asked lately')
  await twilio.reply('+61491570156', 'STOP')
  product.later(60_000)
  xero.pay(organisation.tenantId, third.invoiceId)
  expect(why(third)).toContain('replied STOP')
})

test('reasons in the invoice or the contact come first', () => {
  const { xero } = product.sandbox
  const { tenantId } = organisation
  const credited = xero.credit(tenantId, invoiceOf(customer('0491 570 157')).invoiceId)
  expect(why(credited)).toContain('credit note')
  const unannounced = xero.pay(tenantId, invoiceOf(customer('0491 570 158')).invoiceId, { webhook: false })
  expect(why(unannounced)).toContain('no webhook')
  const nowhere = xero.pay(tenantId, invoiceOf(customer('')).invoiceId)
  expect(why(nowhere)).toContain('no mobile number')
  const dated = xero.pay(tenantId, invoiceOf(customer('0491 570 159')).invoiceId, { date: '2020-01-01' })
  expect(why(dated)).toContain('a date long ago')
})

test('an organisation that is not connected sends nothing', () => {
  const { xero } = product.sandbox
  const alone = xero.addOrganisation({ name: 'Nobody’s Books' })
  const { contactId } = xero.addContact(alone.tenantId, { name: 'Kim', mobile: '0491 570 006' })
  const { invoiceId } = xero.addInvoice(alone.tenantId, { contactId, totalCents: 100 })
  expect(why(xero.pay(alone.tenantId, invoiceId), PATIENCE_MS, alone)).toContain('no business is connected')
})

test('where nothing else is known, the console names the sending hours', () => {
  const { xero } = product.sandbox
  const { contactId } = customer('0491 570 313')
  const { tenantId } = organisation
  const { invoiceId } = xero.addInvoice(tenantId, { contactId, totalCents: 100 })
  const paid = xero.pay(tenantId, invoiceId, { webhook: false, date: '2026-07-01' })
  const whyAt = (time: string) => {
    const now = new Date(time)
    const marked = { at: now.getTime() - PATIENCE_MS, isAnnounced: true }
    return whyNoText(product.sandbox, organisation, { ...paid, marked }, { phone: '+61491570313', now })
  }
  expect(whyAt('2026-07-01T21:40+10:00')).toMatch(/9:40 pm in Sydney.* 8:00 am to 8:00 pm, .*SMS Setup/)
  for (const day of ['2026-07-01T08:00+10:00', '2026-07-01T19:59+10:00']) {
    expect(whyAt(day)).toContain('may be outside its sending hours')
  }
  for (const night of ['2026-07-01T07:59+10:00', '2026-07-01T20:00+10:00']) {
    expect(whyAt(night)).toContain('waits for the sending hours')
  }
})
