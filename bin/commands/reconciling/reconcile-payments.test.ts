import { beforeAll, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { goodword, goodwordProcess, type Ran } from '../../../test/support/command-line.ts'
import { SIGNING } from '../../../test/support/sandbox.ts'
import { createOwner, type Owner } from '../../../test/support/owner.ts'
import { availableCents, handleWaiting, orderTopUp } from '../../../test/support/payments.ts'

const side = useAccountSide()
let owner: Owner

beforeAll(async () => {
  owner = await createOwner(side, 'reconciled@example.com')
})

const stripe = () => side.sandbox.stripe
const run = (more: Record<string, string> = {}, ...args: string[]): Promise<Ran> =>
  goodword(settings(more), 'reconcile', ...args)
const settings = (more: Record<string, string> = {}): Record<string, string> => {
  const { DATABASE_URL, SANDBOX_PORT, PUBLIC_URL, ENCRYPTION_KEYS } = side.parts.env
  return {
    ...SIGNING,
    DATABASE_URL: DATABASE_URL!,
    SANDBOX_PORT: String(SANDBOX_PORT),
    PUBLIC_URL,
    ENCRYPTION_KEYS: ENCRYPTION_KEYS.join(','),
    ...more,
  }
}
/** So long ago that a webhook would have reported it. */
const ageEvents = () => {
  for (const event of stripe().events()) event.created -= 300
}

test('a payment that no webhook reported is caught up, named in words, and fails the command once', async () => {
  side.sandbox.faults.ask({ stripeEventLost: {} })
  const sessionId = await orderTopUp(owner, 20)
  await stripe().pay(sessionId)
  side.sandbox.faults.clear()
  ageEvents()
  const first = await goodwordProcess(settings(), 'reconcile')
  expect(first.out).toContain('CAUGHT UP 1 movement that no webhook had reported')
  expect(first.out).toContain('1 movement of money caught up only now')
  expect(first.code).toBe(1)
  expect(await availableCents(side.parts.db, owner.businessId)).toBe(2_000)
  const second = await run()
  expect(second.out).toContain(
    'Payments, checked against Stripe, at least 4 days back: they agree with the ledger.',
  )
  expect(second.code).toBe(0)
})

test('where Stripe cannot be asked the report says so, and our own records are checked', async () => {
  const { out, code } = await run({ STRIPE_API_URL: 'http://127.0.0.1:9' })
  expect(out).toContain('Payments, from our own records only: Stripe failed: no-answer')
  expect(code).toBe(0)
})

test('a payment that is not what was ordered is named, as JSON too', async () => {
  const sessionId = await orderTopUp(owner, 20)
  stripe().forge(sessionId, { amountCents: 100_000 })
  await stripe().pay(sessionId)
  await handleWaiting(side.parts)
  const { out, code } = await run()
  expect(out).toMatch(/WRONG checkout [0-9a-f-]+: Stripe reports another amount/)
  expect(out).toContain('1 payment not as Stripe says')
  expect(code).toBe(1)
  expect(JSON.parse((await run({}, '--json')).out)).toMatchObject({
    isWhole: false,
    payments: { notAsked: null, repaired: 0, faults: [expect.stringContaining('another amount')] },
  })
})
