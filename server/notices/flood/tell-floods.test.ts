import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startBreakingPost } from '../../../test/support/breaking-post.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { createMail } from '../../integrations/mail/mail.ts'
import { MINUTE_MS, wallClock } from '../../platform/dates.ts'
import { tellFloods } from './tell-floods.ts'

const product = useProduct({ sandbox: { smtpPort: 0 } })
let trader: Trader
let email = ''
let count = 0

beforeEach(async () => {
  count += 1
  email = `flood-${count}@example.com`
  trader = await createTrader(product)
  await trader.set({ pace_per_hour: 3, pace_per_day: 4, sending_from: 480, sending_until: 1200 })
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
  // Nine in the morning, whatever the real time is.
  const { hour, minute } = wallClock(product.now(), 'Australia/Sydney')
  const minutes = (33 * 60 - hour * 60 - minute) % (24 * 60)
  product.later(minutes * MINUTE_MS - (product.now().getTime() % MINUTE_MS))
})

const tell = (smtpUrl = `smtp://127.0.0.1:${product.sandbox.smtpPort}`) => {
  const mail = createMail({ smtpUrl, from: 'Goodword <no-reply@goodword.example>' })
  return tellFloods({ ...product.parts, clock: product.now, mail }).finally(() => mail.close())
}
const mails = () => product.sandbox.mails().filter(({ to }) => to.includes(email))
const paysAtOnce = async (invoices: number): Promise<void> => {
  const paid = Array.from({ length: invoices }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: paid }])
  await product.tick()
  // What went did so by the clock of this test, which the database does not know.
  await sql`
    update review_requests set sent_at = due_at
    where business_id = ${trader.businessId} and sent_at is not null`.execute(product.db)
}
const skip = async () => {
  const { call } = await signInTo({ app: product.app, db: product.db, now: product.now }, trader.businessId)
  const { turns } = (await call('GET', '/api/review-requests/summary')).body as { turns: { lastAt: string } }
  await call('POST', '/api/review-requests/skip-turns', { lastAt: turns.lastAt })
}

test('the owner is mailed of a flood before its first text goes, once, with when and where she can skip it', async () => {
  await paysAtOnce(3)
  await tell()
  expect(mails()).toEqual([])
  const { length: before } = trader.texts()
  await paysAtOnce(10)
  await Promise.all([tell(), tell(), tell()])
  expect(trader.texts()).toHaveLength(before)
  expect(mails()).toHaveLength(1)
  const { subject, text } = mails()[0]!
  expect(subject).toBe('10 texts wait to go out: Coastal Plumbing')
  expect(text).toMatch(/over 4 days, at most 4 in 24 hours: the first at 10:00 am today, the last at /)
  expect(text).toContain(`skip the texts before they go: ${product.url}/dashboard\n`)
  product.later(60 * MINUTE_MS)
  await trader.send()
  await paysAtOnce(5)
  await tell()
  expect(mails()).toHaveLength(1)
})

test('the next flood is mailed again, after the one before was skipped', async () => {
  await paysAtOnce(10)
  await tell()
  await skip()
  await tell()
  await paysAtOnce(7)
  await tell()
  expect(mails().map(({ subject }) => subject)).toEqual([
    '7 texts wait to go out: Coastal Plumbing',
    '10 texts wait to go out: Coastal Plumbing',
  ])
})

test('a flood beside delayed texts is mailed once, and delayed texts alone are none', async () => {
  await trader.set({ delay_minutes: 10_080 })
  for (let job = 0; job < 4; job += 1) {
    await paysAtOnce(1)
    product.later(2 * 60 * MINUTE_MS)
  }
  await tell()
  expect(mails()).toEqual([])
  await trader.set({ delay_minutes: 0 })
  await paysAtOnce(10)
  await tell()
  await tell()
  expect(mails().map(({ subject }) => subject)).toEqual(['10 texts wait to go out: Coastal Plumbing'])
})

test('of a flood at night the mail says what is known then', async () => {
  product.later(12 * 60 * MINUTE_MS)
  await paysAtOnce(10)
  await tell()
  const { text } = mails()[0]!
  expect(text).toContain('they go out over about 3 days, at most 4 in 24 hours, from 8:00 am tomorrow on.')
  expect(text).not.toMatch(/the first at|the last at/)
})

test('a post office that is away is asked again', async () => {
  await paysAtOnce(10)
  await tell('smtp://127.0.0.1:1')
  await tell()
  expect(mails()).toHaveLength(1)
})

test('a mail that may have been taken is not sent again', async () => {
  await paysAtOnce(10)
  const breaking = await startBreakingPost('after-data')
  await tell(breaking.smtpUrl)
  await breaking.close()
  await tell()
  expect(breaking.taken()).toBe(1)
  expect(mails()).toEqual([])
})

test('who switched the mails off gets none, and each has the link by which they end', async () => {
  await paysAtOnce(10)
  await tell()
  const [link] = /http\S+\/n\/\S+/.exec(mails()[0]!.text)!
  await product.app.inject({ method: 'POST', url: new URL(link!).pathname })
  await skip()
  await tell()
  await paysAtOnce(8)
  await tell()
  expect(mails()).toHaveLength(1)
})
