import type { Page } from '@playwright/test'
import { allowNewOrganisation, expect as expectNow, test as front } from './fixtures.ts'
import { expect, test } from './dashboard-fixtures.ts'

const PAID = {
  success: true,
  token: null,
  amount: 50,
  currency: 'AUD',
  paymentDetails: { sessionId: 'cs_1', amountPaid: 50, currency: 'AUD' },
  message: 'Your funds are topped up.',
}

/** Time stands still from here on, also for what a page begins to wait for. */
const holdTime = async (page: Page): Promise<void> => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
}

/** Lets just so much time pass that the words are there: what begins with them begins within 20 ms of now. */
const untilShown = async (page: Page, words: string | RegExp): Promise<void> => {
  await expect(async () => {
    await page.clock.runFor(20)
    expect(await page.getByText(words).first().isVisible()).toBe(true)
  }).toPass({ intervals: [10] })
}

front.describe('the popup’s last page', () => {
  const isClosed = (page: Page) => page.evaluate(() => Reflect.get(window, 'closed-by-page') === true)
  const posted = (page: Page) => page.evaluate(() => Reflect.get(window, 'posted') as unknown)
  const open = async (page: Page, opener: object | null, query = 'xero=success'): Promise<void> => {
    await page.addInitScript((given) => {
      const posted: unknown[] = []
      Object.assign(window, { posted, close: () => Reflect.set(window, 'closed-by-page', true) })
      const one = given && { postMessage: (message: unknown, to: string) => posted.push([message, to]) }
      Object.defineProperty(window, 'opener', { value: one })
    }, opener)
    await holdTime(page)
    await page.goto(`/xero/callback?${query}`)
    await untilShown(page, 'This window closes by itself.')
  }

  front(
    'posts to its opener, and closes after half a second [2.6] [2.7] [9.4]',
    async ({ page, product }) => {
      await open(page, {})
      expectNow(await posted(page)).toEqual([[{ success: true, error: null }, product.url]])
      await page.clock.runFor(200)
      expectNow(await isClosed(page)).toBe(false)
      await page.clock.runFor(300)
      expectNow(await isClosed(page)).toBe(true)
    },
  )

  for (const [message, error] of [
    ['Xero did not answer just now. Please try again in a moment.', undefined],
    // The address may be anybody's: words that are not ours are posted nowhere.
    ['Call this number', 'Connection was cancelled or failed. Please try again.'],
    ['', 'Connection was cancelled or failed. Please try again.'],
  ] as const) {
    front(
      `posts to its opener what went wrong, for “${message}” in our own words [2.6]`,
      async ({ page, product }) => {
        await open(page, {}, `xero=error&message=${encodeURIComponent(message)}`)
        expectNow(await posted(page)).toEqual([[{ success: false, error: error ?? message }, product.url]])
      },
    )
  }

  front('posts no success where its address does not say so [2.6]', async ({ page }) => {
    await open(page, {}, 'message=Hello')
    expectNow(await posted(page)).toEqual([[expect.objectContaining({ success: false }), expect.anything()]])
  })

  front('closes after one second where it has no opener [2.7] [9.4]', async ({ page }) => {
    await open(page, null)
    await page.clock.runFor(600)
    expectNow(await isClosed(page)).toBe(false)
    await page.clock.runFor(400)
    expectNow(await isClosed(page)).toBe(true)
  })
})

front(
  'onboarding is complete one second after Xero was connected [2.19] [9.4]',
  async ({ page, arriveAtXero }) => {
    await arriveAtXero(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Connect Xero Account' }).click()
    const consent = await opening
    await consent.getByText('A new organisation').waitFor()
    await holdTime(page)
    await allowNewOrganisation(consent)
    await untilShown(page, 'Xero is connected.')
    await page.clock.runFor(700)
    expectNow(asked).not.toContain('/api/onboarding/complete')
    await page.clock.runFor(300)
    await expectNow.poll(() => asked).toContain('/api/onboarding/complete')
  },
)

test.describe('after a payment', () => {
  test.use({ fundsCents: 0 })

  test('the page that confirms it leads to the dashboard after three seconds [4.7] [9.5]', async ({
    page,
  }) => {
    await page.route('**/api/payments/verify?*', (route) => route.fulfill({ json: PAID }))
    await holdTime(page)
    await page.goto('/payment/success?session_id=cs_1')
    await untilShown(page, '$50.00 received.')
    await page.clock.runFor(2500)
    await expect(page).toHaveURL(/\/payment\/success/)
    await page.clock.runFor(500)
    await expect(page).toHaveURL('/dashboard?payment=success')
  })

  test('its banner is there for five seconds, and the funds are asked for three times, two apart [4.8] [9.5]', async ({
    page,
  }) => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/funds/balance')) asked += 1
    })
    await holdTime(page)
    await page.goto('/dashboard?payment=success')
    await untilShown(page, 'View All Activity')
    await page.waitForLoadState('networkidle')
    await untilShown(page, 'We are checking whether your payment has arrived.')
    // The first answer starts the two seconds anew, and is handled in a timer that stands still with the clock.
    await page.waitForLoadState('networkidle')
    await untilShown(page, '$0.00')
    expect(asked).toBe(1)
    for (const times of [2, 3]) {
      await page.clock.runFor(1500)
      expect(asked).toBe(times - 1)
      await page.clock.runFor(500)
      await expect.poll(() => asked).toBe(times)
      await page.waitForLoadState('networkidle')
      await page.clock.runFor(20)
    }
    await expect(page.getByText('We are checking whether your payment has arrived.')).toBeVisible()
    await page.clock.runFor(1000)
    await expect(page.getByText('We are checking whether your payment has arrived.')).toBeHidden()
    await expect(page).toHaveURL('/dashboard')
    await page.clock.runFor(1000)
    await expect.poll(() => asked).toBe(4)
    await page.clock.runFor(10_000)
    expect(asked).toBe(4)
  })

  test('its banner says nothing of a payment until it is known whether it has arrived [4.8]', async ({
    page,
  }) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/top-ups', async (route) => {
      await held.promise
      const answer = await route.fetch()
      const offer = (await answer.json()) as { topUps: object[] }
      const paid = { amount: 50, paidAt: new Date(), isAutomatic: false }
      await route.fulfill({ response: answer, json: { ...offer, topUps: [paid] } })
    })
    await holdTime(page)
    await page.goto('/dashboard?payment=success')
    await untilShown(page, 'View All Activity')
    await expect(page.getByText('We are checking whether your payment has arrived.')).toHaveCount(0)
    const answered = page.waitForResponse('**/api/top-ups')
    held.resolve()
    await answered
    await untilShown(page, 'Payment received: $50.00. Thank you.')
  })

  test('its banner is not repeated where Back leads to the address that it came with [4.8]', async ({
    page,
  }) => {
    await holdTime(page)
    await page.goto('/dashboard?payment=success')
    await untilShown(page, 'We are checking whether your payment has arrived.')
    await untilShown(page, 'View All Activity')
    const tabs = page.getByRole('navigation', { name: 'Dashboard' })
    await tabs.getByRole('link', { name: 'Google Status' }).click()
    await expect(page).toHaveURL('/dashboard?tab=google')
    await page.clock.runFor(5000)
    await expect(page.getByText('We are checking whether your payment has arrived.')).toBeHidden()
    await page.goBack()
    await untilShown(page, 'View All Activity')
    await expect(page).toHaveURL('/dashboard')
  })

  test('its banner keeps its five seconds while the timeline is turned and viewed otherwise [4.8]', async ({
    page,
    owner,
  }) => {
    await owner.texted()
    await holdTime(page)
    await page.goto('/dashboard?payment=cancelled')
    await untilShown(page, 'Payment cancelled. Nothing was charged.')
    const now = () => page.evaluate(() => Date.now())
    const shownAt = await now()
    const runUntil = async (ms: number) => page.clock.runFor(shownAt + ms - (await now()))
    await untilShown(page, 'Newest first')
    await runUntil(3000)
    await page.getByRole('button', { name: 'Newest first' }).click()
    await untilShown(page, 'Oldest first')
    await page.getByRole('tab', { name: 'Calendar View' }).click()
    await untilShown(page, 'Mon')
    await runUntil(4500)
    await expect(page.getByText('Payment cancelled. Nothing was charged.')).toBeVisible()
    await page.clock.runFor(500)
    await expect(page.getByText('Payment cancelled. Nothing was charged.')).toBeHidden()
    expect(page.url()).not.toContain('payment')
  })
})

test.describe('after a payment that was cancelled', () => {
  test.use({ expectedComplaints: [/status of 503/] })

  test('its banner says so at once and for five seconds, also where its page cannot be closed [4.8] [4.9] [9.5]', async ({
    page,
  }) => {
    const asked = Promise.withResolvers<void>()
    await page.route('**/api/top-ups/cs_1/cancel', async (route) => {
      await asked.promise
      await route.fulfill({ status: 503, json: { code: 'vendor-busy', detail: 'Stripe is busy.' } })
    })
    await holdTime(page)
    await page.addInitScript(() =>
      localStorage.setItem(
        'goodword.checkout-started',
        JSON.stringify({ startedAt: Date.now(), sessionId: 'cs_1' }),
      ),
    )
    await page.goto('/dashboard?payment=cancelled')
    await untilShown(page, 'Payment cancelled.')
    const shownAt = await page.evaluate(() => Date.now())
    await expect(page.getByText('Nothing was charged')).toHaveCount(0)
    asked.resolve()
    await untilShown(page, 'Its page could not be closed')
    await expect(page.getByRole('button', { name: 'Cancel the payment' })).toBeVisible()
    await page.clock.runFor(shownAt + 4900 - (await page.evaluate(() => Date.now())))
    await expect(page.getByText('Payment cancelled.')).toBeVisible()
    await page.clock.runFor(200)
    await expect(page.getByText('Payment cancelled.')).toBeHidden()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('button', { name: 'Cancel the payment' })).toBeVisible()
  })
})
