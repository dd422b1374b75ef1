import { beforeEach, expect, test } from 'vitest'
import { consentAnew } from '../../test/support/consent-anew.ts'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../test/support/trader.ts'
import { createMail } from '../integrations/mail/mail.ts'
import { DAY_MS, MINUTE_MS } from '../platform/dates.ts'
import { tellOwners } from './tell-owners.ts'

const product = useProduct({ sandbox: { smtpPort: 0 } })
let trader: Trader
let email = ''
let count = 0

beforeEach(async () => {
  count += 1
  email = `lost-${count}@example.com`
  trader = await createTrader(product)
  await product.db
    .insertInto('users')
    .values({
      issuer: 'https://issuer.example',
      subject: email,
      name: 'Dana',
      email,
      business_id: trader.businessId,
      onboarded_at: product.now(),
    })
    .execute()
})

const tell = () => {
  const mail = createMail({
    smtpUrl: `smtp://127.0.0.1:${product.sandbox.smtpPort}`,
    from: 'Goodword <no-reply@goodword.example>',
  })
  return tellOwners({ ...product.parts, clock: product.now, mail }).finally(() => mail.close())
}
const mails = () => product.sandbox.mails().filter(({ to }) => to.includes(email))

/** The owner withdrew her consent at Xero: the next refresh of our tokens is refused. */
const loseXero = async () => {
  product.later(31 * MINUTE_MS)
  product.sandbox.faults.ask({ xeroInvalidGrant: { count: 1 } })
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
}

/** She removed us at Xero: our tokens go on working, and every call is refused. */
const removeAtXero = async () => {
  product.sandbox.xero.disconnect(trader.tenantId)
  await product.job('sweep-organisation', trader)
}

const consentAgain = () => consentAnew(product, trader)

test('an owner whose Xero connection is lost is mailed once, with the way back', async () => {
  await tell()
  expect(mails()).toEqual([])
  await loseXero()
  await Promise.all([tell(), tell(), tell()])
  product.later(2 * DAY_MS)
  await tell()
  expect(mails()).toHaveLength(1)
  expect(mails()[0]!.subject).toBe('Xero is not connected any more: Coastal Plumbing')
  expect(mails()[0]!.text).toContain(`${product.url}/dashboard?tab=xero`)
})

test('an owner who removed us in Xero is mailed as well', async () => {
  await removeAtXero()
  await tell()
  expect(mails().map(({ subject }) => subject)).toEqual(['Xero is not connected any more: Coastal Plumbing'])
})

test('an owner whose organisation Xero refuses is mailed after a day, once, and again after it was well', async () => {
  const refuse = async () => {
    product.sandbox.faults.ask({ xero403: { count: 1 } })
    await product.job('sweep-organisation', trader)
  }
  await refuse()
  product.later(DAY_MS - MINUTE_MS)
  await tell()
  expect(mails()).toEqual([])
  product.later(2 * MINUTE_MS)
  await tell()
  await tell()
  expect(mails().map(({ subject }) => subject)).toEqual(['Xero does not let us in: Coastal Plumbing'])
  await product.job('sweep-organisation', trader)
  await tell()
  await refuse()
  product.later(2 * DAY_MS)
  await tell()
  expect(mails()).toHaveLength(2)
})

test('an owner who was told of a refusal is told when the connection is removed', async () => {
  product.sandbox.faults.ask({ xero403: { count: 1 } })
  await product.job('sweep-organisation', trader)
  product.later(DAY_MS)
  await tell()
  product.later(DAY_MS)
  await removeAtXero()
  await tell()
  expect(
    mails()
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual(['Xero does not let us in: Coastal Plumbing', 'Xero is not connected any more: Coastal Plumbing'])
})

test('lost again within a day, it is mailed when the day is over, and not before', async () => {
  await loseXero()
  await tell()
  await consentAgain()
  await tell()
  await loseXero()
  await tell()
  expect(mails()).toHaveLength(1)
  product.later(DAY_MS)
  await tell()
  expect(mails()).toHaveLength(2)
})

test('an owner who switched the mails off gets none, and is mailed once she switches them on again', async () => {
  const off = { business_id: trader.businessId, is_off: true, off_token: `off-${'x'.repeat(20)}-${count}` }
  await product.db.insertInto('owner_notices').values(off).execute()
  await loseXero()
  await tell()
  expect(mails()).toEqual([])
  await product.db
    .updateTable('owner_notices')
    .set({ is_off: false })
    .where('business_id', '=', trader.businessId)
    .execute()
  await tell()
  expect(mails()).toHaveLength(1)
})
