import { beforeEach, expect, test } from 'vitest'
import { webhookEvent } from '../../../sandbox/xero/model/webhook-body.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, type Customer, type Trader } from '../../../test/support/trader.ts'
import { deliver } from '../../../test/support/xero-door.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

/** Does this once, after the contacts of a sweep were read and before its invoices are decided. */
const onceContactsAreRead = (happens: () => Promise<unknown>) => {
  const { xero } = product.parts
  const { contacts } = xero
  xero.contacts = async (...asked) => {
    const answer = await contacts(...asked)
    xero.contacts = contacts
    await happens()
    return answer
  }
}
const report = (contacts: Pick<Customer, 'contactId'>[]) => {
  const { tenantId } = trader
  return deliver(product, {
    events: contacts.map(({ contactId }) => webhookEvent({ tenantId, contactId }, product.now())),
  })
}
const addMobile = async (contactId: string) => {
  const phone = { country: '61', area: '', number: '420888888' }
  product.sandbox.xero.editPhone(trader.tenantId, contactId, 'MOBILE', phone, { webhook: false })
  await report([{ contactId }])
}
const waiting = async (): Promise<number> => {
  const events = product.db.selectFrom('xero_events').select('id').where('handled_at', 'is', null)
  return (await events.where('tenant_id', '=', trader.tenantId).execute()).length
}

const sweep = () => product.job('sweep-organisation', trader)
const lookForPayment = async () => {
  const payment = webhookEvent({ tenantId: trader.tenantId, invoiceId: crypto.randomUUID() }, product.now())
  await deliver(product, { events: [{ ...payment, eventCategory: 'PAYMENT' }] })
  product.later(3 * MINUTE_MS)
  await product.work(`payments:${trader.tenantId}`)
}

test.each([
  { finder: 'the hourly sweep', find: sweep, synced: 'afterwards', sync: () => Promise.resolve() },
  { finder: 'the hourly sweep', find: sweep, synced: 'at once', sync: () => trader.sync() },
  {
    finder: 'a look for a payment',
    find: lookForPayment,
    synced: 'afterwards',
    sync: () => Promise.resolve(),
  },
  { finder: 'a look for a payment', find: lookForPayment, synced: 'at once', sync: () => trader.sync() },
])(
  'a mobile that is added between what $finder reads of the contact and decides, and synced $synced, gets its text',
  async ({ find, sync }) => {
    const { contactId } = trader.customer('')
    const invoice = trader.paid({ contactId, phone: '' })
    onceContactsAreRead(async () => {
      await addMobile(contactId)
      await sync()
    })
    await find()
    product.later(MINUTE_MS)
    await trader.sync()
    await product.tick()
    expect(await trader.request(invoice)).toMatchObject({ customer_phone: '+61420888888', state: 'sent' })
    expect(await waiting()).toBe(0)
  },
)

test('contacts on which nothing hangs are left out again once the sweep is over', async () => {
  trader.paid()
  const others = [trader.customer(), trader.customer()]
  let during = 0
  onceContactsAreRead(async () => {
    await report(others)
    during = await waiting()
  })
  await sweep()
  product.later(MINUTE_MS)
  await trader.sync()
  await product.tick()
  const kept = await waiting()
  await report(others)
  expect([during, kept, await waiting()]).toEqual([2, 0, 0])
})

test('news of a contact that mends one payment waits for the sweep that is deciding another', async () => {
  await trader.set({ cooldown_days: 0 })
  const { contactId } = trader.customer('')
  const skipped = trader.paid({ contactId, phone: '' })
  await sweep()
  const invoice = trader.paid({ contactId, phone: '' })
  onceContactsAreRead(async () => {
    await addMobile(contactId)
    await trader.sync()
  })
  await sweep()
  product.later(MINUTE_MS)
  await trader.sync()
  await product.tick()
  for (const one of [skipped, invoice])
    expect(await trader.request(one)).toMatchObject({ customer_phone: '+61420888888', state: 'sent' })
  expect(await waiting()).toBe(0)
})
