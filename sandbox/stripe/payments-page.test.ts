import { expect, test } from 'vitest'
import { SANDBOX_VENDORS, useSandbox } from '../../test/support/sandbox.ts'
import { createStripe } from '../../server/integrations/stripe/stripe.ts'

const world = useSandbox()
const open = () => createStripe({ ...SANDBOX_VENDORS.stripe, apiUrl: `${world.sandbox.url}/stripe` })
const order = {
  email: 'dana@whitlock.example',
  successUrl: 'https://goodword.example/payment/success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://goodword.example/dashboard?payment=cancelled',
  expiresAt: new Date(Date.now() + 3_600_000),
}
const paid = async (): Promise<string> => {
  const { sessionId } = await open().createCheckout({
    ...order,
    reference: crypto.randomUUID(),
    businessId: crypto.randomUUID(),
    amountCents: 5_000,
    currency: 'AUD',
    description: 'Text message funds for <Whitlock>',
  })
  await world.sandbox.stripe.pay(sessionId)
  return sessionId
}
const page = async () => (await fetch(`${world.sandbox.url}/payments`)).text()
const press = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${world.sandbox.url}/payments/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
    redirect: 'manual',
  })

test('a payment is refunded in part and then in full, and never beyond', async () => {
  const id = await paid()
  expect(await page()).toContain('Text message funds for &#60;Whitlock&#62;')
  expect((await press(id, { act: 'refund', amount: '12.50' })).status).toBe(303)
  expect(await page()).toContain('$12.50 was refunded.')
  const tooMuch = await press(id, { act: 'refund', amount: '40' })
  expect([tooMuch.status, await tooMuch.text()]).toEqual([409, expect.stringContaining('3750 cents left')])
  expect((await press(id, { act: 'refund', amount: 'lots' })).status).toBe(409)
  expect((await press(id, { act: 'refund', amount: '37.50' })).status).toBe(303)
  const amounts = world.sandbox.stripe
    .refunds()
    .filter(({ sessionId }) => sessionId === id)
    .map(({ amountCents }) => amountCents)
  expect(amounts).toEqual([1_250, 3_750])
})

test('a card holder disputes a payment, and it is won', async () => {
  const id = await paid()
  await press(id, { act: 'dispute' })
  const dispute = world.sandbox.stripe.disputes().find(({ sessionId }) => sessionId === id)!
  expect(await page()).toContain('has taken the money back')
  await press(`disputes/${dispute.id}`, { status: 'won' })
  expect(dispute.status).toBe('won')
  expect(await page()).toContain('The dispute is won.')
})

test('what a saved card does is changed for the next charge', async () => {
  const reference = crypto.randomUUID()
  const customerId = await open().createCustomer({ reference, name: 'Whitlock', email: order.email })
  const { sessionId } = (await open().createCardSetup({ ...order, reference, customerId }))!
  await world.sandbox.stripe.leaveCard(sessionId, 'works')
  const { cardId } = world.sandbox.stripe.find(sessionId)
  expect(await page()).toContain('Visa ending 4242')
  await press(`cards/${cardId}`, { fate: 'declines' })
  expect(world.sandbox.stripe.cards().find(({ id }) => id === cardId)!.fate).toBe('declines')
})

test('a request from another site is refused', async () => {
  const id = await paid()
  const foreign = await press(id, { act: 'refund', amount: '1' }, { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
})
