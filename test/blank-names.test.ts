import { beforeEach, expect, test } from 'vitest'
import type { ActivityPage } from '../contracts/activity.ts'
import type { LedgerPage } from '../contracts/ledger.ts'
import type { SmsSettings } from '../contracts/message-settings.ts'
import type { ReviewRequestPage } from '../contracts/review-requests.ts'
import { addRequest } from './support/paid-invoices.ts'
import { useProduct } from './support/product.ts'
import { addReviews } from './support/reviews.ts'
import { signInTo, type Call } from './support/signed-in.ts'
import { createTrader, type Trader } from './support/trader.ts'

const HOUR_MS = 3_600_000
const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const get = async <Body>(path: string): Promise<Body> => (await call('GET', `/api/${path}`)).body as Body
/** What the screens show of the only customer that there is. */
const shown = async () => ({
  timeline: (await get<ReviewRequestPage>('review-requests')).requests[0]!.customerName,
  activity: (await get<ActivityPage>('activity')).items[0]!.customerName,
  funds: (await get<LedgerPage>('funds/ledger')).movements[0]!.what,
})
const NAMELESS = { timeline: null, activity: null, funds: 'Text to a customer, INV-1' }

test('a customer whose name in Xero is only spaces is texted, and has no name on the screens', async () => {
  const contact = { name: '  ', firstName: ' ', mobile: '+61491570156' }
  const { contactId } = product.sandbox.xero.addContact(trader.tenantId, contact)
  trader.paid({ contactId, phone: contact.mobile }, { invoice: { number: 'INV-1' } })
  await product.job('sweep-organisation', trader)
  await trader.send()
  expect(await trader.requests()).toMatchObject([{ state: 'sent', customer_name: null, first_name: null }])
  expect(await shown()).toEqual(NAMELESS)
})

test('one that was kept with only spaces has none either', async () => {
  trader.paid(trader.customer(), { invoice: { number: 'INV-1' } })
  await product.job('sweep-organisation', trader)
  await trader.send()
  expect(await shown()).toMatchObject({ timeline: 'Sam Green', activity: 'Sam Green' })
  const blank = { customer_name: ' ', first_name: ' ' }
  await product.db
    .updateTable('review_requests')
    .set(blank)
    .where('business_id', '=', trader.businessId)
    .execute()
  expect(await shown()).toEqual(NAMELESS)
})

test('the preview is for the latest customer who has a name', async () => {
  const texted = { state: 'delivered', phone_country: 'AU' }
  const hoursAgo = (hours: number) => new Date(product.now().getTime() - hours * HOUR_MS)
  await addRequest(product.db, trader, { ...texted, customer_name: 'Ann Lee', sent_at: hoursAgo(2) })
  await addRequest(product.db, trader, { ...texted, customer_name: '  ', sent_at: hoursAgo(1) })
  const { body } = await call('POST', '/api/sms/template/preview', { message: 'Hi {firstName} {reviewLink}' })
  expect(body['customer']).toMatchObject({ isReal: true, customerName: 'Ann Lee' })
})

test('no review is said to come from a customer without a name', async () => {
  await addRequest(product.db, trader, {
    state: 'delivered',
    customer_name: ' ',
    first_name: 'Moana',
    sent_at: product.now(),
    opened_at: product.now(),
  })
  product.later(HOUR_MS)
  await addReviews(product, trader.businessId, [{ id: 'hers', name: 'Moana' }])
  expect(await get('reviews/guesses')).toEqual({ guesses: [] })
})

test('who is left out is called as before where the latest invoice has no name', async () => {
  const { contactId } = trader.customer(undefined, 'Jo')
  const kept = { tenantId: trader.tenantId, name: 'Jo Green' }
  await call('PUT', `/api/sms/excluded-contacts/${contactId}`, kept)
  trader.paid({ contactId, phone: '' })
  await product.job('sweep-organisation', trader)
  await product.db
    .updateTable('invoices')
    .set({ contact_name: ' ' })
    .where('contact_id', '=', contactId)
    .execute()
  expect((await get<SmsSettings>('sms/settings')).excludedContacts).toMatchObject([{ name: 'Jo Green' }])
})
