import type { Page } from '@playwright/test'
import { applyStripeObject } from '../../server/payments/top-ups/apply-stripe-object.ts'
import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'
import { choosePerson } from './fixtures.ts'

test.use({ fundsCents: 0 })

/** From the screen to Stripe's page; the id of the session. */
const order = async (page: Page, amount: string): Promise<string> => {
  await page.goto('/dashboard?tab=top-up')
  await page.getByRole('radio', { name: amount, exact: true }).check()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/stripe\/pay\/cs_test_/)
  return /cs_test_\w+/.exec(page.url())![0]
}
const pay = (page: Page, name: RegExp | string = /^Pay \$/) => page.getByRole('button', { name }).click()
const other = async (page: Page, name: string) => {
  await page.getByText('Other ways this can go').click()
  await pay(page, name)
}

test('an owner pays by card, sees that it arrived, and three seconds later her dashboard with the funds [4.7]', async ({
  page,
}) => {
  await order(page, '$50')
  await pay(page)
  await expect(page.getByRole('heading', { name: /\$50\.00 received/ })).toBeFocused()
  await expect(page).toHaveURL(/\/dashboard\?payment=success/, { timeout: 10_000 })
  await expect(page.getByText('Payment received: $50.00. Thank you.')).toBeVisible()
  await expect(page.getByText('$50.00').first()).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 10_000 })
})

test('/payment/success and /payment-success verify the payment that their session_id names [2.11]', async ({
  page,
  product,
}) => {
  const unpaid = await order(page, '$20')
  for (const address of ['/payment/success', '/payment-success']) {
    await test.step(address, async () => {
      const paid = await order(page, '$50')
      await product.sandbox.stripe.pay(paid)
      await page.goto(`${address}?session_id=${unpaid}`)
      await expect(page.getByRole('heading', { name: 'Your payment is not confirmed' })).toBeVisible()
      await page.goto(`${address}?session_id=${paid}`)
      await expect(page.getByRole('heading', { name: '$50.00 received. Thank you.' })).toBeVisible()
    })
  }
})

test('while she pays she is not signed out, for an hour at most [4.13]', async ({ page }) => {
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  const minutesLater = (minutes: number) => page.clock.setFixedTime(Date.now() + minutes * 60_000)
  await order(page, '$20')
  await page.goto('/dashboard')
  await signOut.click()
  await expect(page.getByText('A payment is in progress')).toBeVisible()
  await page.reload()
  await minutesLater(58)
  await signOut.click()
  await expect(page.getByText('A payment is in progress')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await minutesLater(61)
  await signOut.click()
  await expect(page).toHaveURL('/login')
})

test('who comes back by Back is neither signed out nor deactivated, and cancels the payment there [4.13]', async ({
  page,
  product,
}) => {
  const sessionId = await order(page, '$20')
  await page.goBack()
  const underWay = page.getByRole('region', { name: 'Payment under way' })
  await expect(underWay).toBeVisible()
  await page.getByRole('link', { name: 'Account & Billing' }).first().click()
  await page.getByRole('button', { name: 'Deactivate account' }).click()
  await expect(page.getByText('so your account stays active')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('so you stay signed in')).toBeVisible()
  await expectGoodForAll(page)
  await underWay.getByRole('button', { name: 'Cancel the payment' }).press('Enter')
  await expect(page.getByText('The payment is cancelled. Nothing was charged.')).toBeVisible()
  await expect(underWay).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('A payment is in progress')).toHaveCount(0)
  expect(product.sandbox.stripe.find(sessionId).status).toBe('expired')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/login')
})

test('who comes back by Back finishes the payment, also one that was made meanwhile [4.13]', async ({
  page,
  product,
}) => {
  await order(page, '$20')
  await page.goBack()
  await page.getByRole('link', { name: 'Finish paying' }).click()
  await pay(page)
  await expect(page.getByRole('heading', { name: /\$20\.00 received/ })).toBeVisible()
  const sessionId = await order(page, '$50')
  await page.goBack()
  await product.sandbox.stripe.pay(sessionId)
  await page.getByRole('button', { name: 'Cancel the payment' }).click()
  await expect(page.getByRole('heading', { name: /\$50\.00 received/ })).toBeVisible()
})

test('who comes back by Back and pays another amount leaves no page behind that can be paid [4.13]', async ({
  page,
  product,
}) => {
  const first = await order(page, '$20')
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Payment under way' })).toBeVisible()
  const second = await order(page, '$50')
  expect(second).not.toBe(first)
  expect(product.sandbox.stripe.find(first).status).toBe('expired')
  expect(product.sandbox.stripe.find(second).status).toBe('open')
  await product.sandbox.stripe.pay(second)
  await page.goto('/dashboard?tab=top-up')
  await page.getByRole('radio', { name: '$20', exact: true }).check()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: /\$50\.00 received/ })).toBeVisible()
})

test.describe('while Stripe does not answer', () => {
  test.use({ expectedComplaints: [/status of 50[23]/] })

  test('the page that she left stays under way, and no other is opened', async ({ page, product, owner }) => {
    const first = await order(page, '$20')
    product.sandbox.faults.ask({ stripe5xx: {} })
    await page.goto('/dashboard?tab=top-up')
    await page.getByRole('button', { name: /^Pay/ }).click()
    const words = page.getByText('Stripe is not answering; you were not charged.')
    await expect(words).toBeVisible({ timeout: 15_000 })
    product.sandbox.faults.clear()
    const orders = await product.parts.db
      .selectFrom('checkouts')
      .select('session_id')
      .where('business_id', '=', owner.businessId)
      .execute()
    expect(orders).toEqual([{ session_id: first }])
    await page.getByRole('button', { name: 'Cancel the payment' }).click()
    await expect(page.getByText('The payment is cancelled. Nothing was charged.')).toBeVisible()
  })
})

test('a payment that was cancelled or has arrived blocks no sign-out [4.13]', async ({ page, product }) => {
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  await order(page, '$20')
  await pay(page)
  await expect(page.getByRole('heading', { name: /received/ })).toBeVisible()
  const cancelled = await order(page, '$20')
  await pay(page, 'Cancel and go back')
  // Its page is closed a moment before this browser knows of it: until then a payment is in progress here.
  await expect(page.getByText('Payment cancelled. Nothing was charged.')).toBeVisible()
  expect(product.sandbox.stripe.find(cancelled).status).toBe('expired')
  await signOut.click()
  await expect(page).toHaveURL('/login')
})

test('while the server is asked whether the money arrived, the page says so [4.7]', async ({ page }) => {
  await order(page, '$20')
  let goOn = (): void => undefined
  const held = new Promise<void>((done) => (goOn = done))
  await page.route('**/api/payments/verify?*', async (route) => {
    await held
    await route.continue()
  })
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Checking your payment' })).toBeVisible()
  goOn()
  await expect(page.getByRole('heading', { name: /received/ })).toBeVisible()
})

test('an owner whose session was lost on the way is signed in again by her payment', async ({ page }) => {
  await order(page, '$20')
  await page.context().clearCookies({ name: 'goodword-session' })
  await pay(page)
  await expect(page.getByRole('heading', { name: /\$20\.00 received/ })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard/, { timeout: 10_000 })
  await expect(page.getByText('$20.00').first()).toBeVisible()
})

test.describe('in a browser that did not begin the payment', () => {
  test.use({ expectedComplaints: [/status of 4(01|04|22)/] })

  test('its address shows nothing of the payment [2.11]', async ({ page, product }) => {
    const sessionId = await order(page, '$20')
    await product.sandbox.stripe.pay(sessionId)
    await page.context().clearCookies()
    await page.goto(`/payment/success?session_id=${sessionId}`)
    await expect(page.getByRole('alert')).toContainText('you sign in')
    await expect(page.getByText('$20.00')).toHaveCount(0)
  })

  for (const address of [
    '/payment/success?session_id=cs_test_nobody',
    '/payment/success?session_id=nonsense',
    '/payment-success',
  ]) {
    test(`${address} leads a stranger to signing in, back, and on from there [2.11]`, async ({ page }) => {
      await page.context().clearCookies()
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'Sign in to see this payment' })).toBeVisible()
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await choosePerson(page)
      await expect(page).toHaveURL(address)
      await expect(page.getByRole('heading', { name: 'We could not find this payment' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Check the payment again' })).toHaveCount(0)
    })
  }

  test('a payment that does not exist is not found, and is no dead end [4.7]', async ({ page }) => {
    await page.goto('/payment-success?session_id=cs_test_nobody')
    await expect(page.getByRole('alert')).toContainText('No payment of your account has this address')
    await page.getByRole('link', { name: 'See your payments' }).click()
    await expect(page.getByRole('heading', { name: 'Account & Billing', level: 1 })).toBeVisible()
  })
})

test('a card that is declined is tried again on the same page', async ({ page }) => {
  await order(page, '$20')
  await other(page, 'The card is declined')
  await expect(page.getByRole('alert')).toContainText('declined')
  await pay(page)
  await expect(page.getByRole('heading', { name: /received/ })).toBeVisible()
})

test('money that comes later is on its way first, and in the funds when it has come', async ({
  page,
  product,
  owner,
}) => {
  const sessionId = await order(page, '$100')
  await product.sandbox.stripe.payLater(sessionId)
  await page.goto(`/payment/success?session_id=${sessionId}`)
  await expect(page.getByRole('heading', { name: 'Your payment is not confirmed' })).toBeVisible()
  await expect(page.getByText('on its way')).toBeVisible()
  await product.sandbox.stripe.settle(sessionId, 'succeeds')
  await applyStripeObject(product.parts, sessionId)
  await page.getByRole('button', { name: 'Check the payment again' }).click()
  await expect(page.getByRole('heading', { name: /\$100\.00 received/ })).toBeVisible()
  const { available_cents } = await product.parts.db
    .selectFrom('balances')
    .select('available_cents')
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow()
  expect(available_cents).toBe(10_000)
})

test('an owner who cancels is back on the dashboard, which says so', async ({ page }) => {
  await order(page, '$20')
  await pay(page, 'Cancel and go back')
  await expect(page.getByText('Payment cancelled.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 10_000 })
})

test('an owner downloads her statement of a month, and sets whether she is mailed', async ({ page }) => {
  await page.goto('/dashboard?tab=account')
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await waiting).suggestedFilename()).toMatch(/^goodword-20\d\d-\d\d\.csv$/)
  const mails = page.getByRole('switch', { name: 'E-mail me before texts stop' })
  await expect(mails).toBeChecked()
  await mails.click()
  await expect(mails).not.toBeChecked()
  await page.reload()
  await expect(mails).not.toBeChecked()
  await expectGoodForAll(page)
})

test('a payment that the bank has not confirmed is said to be on its way where more could be paid', async ({
  page,
  product,
}) => {
  const session_id = await order(page, '$50')
  await product.parts.db
    .updateTable('checkouts')
    .set({ state: 'processing' })
    .where('session_id', '=', session_id)
    .execute()
  const onItsWay = page.getByText('$50.00 is on its way: your funds have it once the bank confirms it.')
  await page.goto('/dashboard')
  await expect(onItsWay).toBeVisible()
  await expect(page.getByText('Add funds to send your first text.')).toHaveCount(0)
  await page.goto('/dashboard?tab=top-up')
  await expect(page.getByRole('main').getByRole('status').filter({ has: onItsWay })).toBeVisible()
  await page.goto('/dashboard?tab=account')
  const payment = page.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  await expect(payment).toContainText('On its way')
  await expect(payment).not.toContainText('by card')
})
