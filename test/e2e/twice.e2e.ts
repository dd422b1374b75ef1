import type { Locator, Page } from '@playwright/test'
import { createOwnerAtDashboard } from '../support/e2e-owner.ts'
import { expect, test } from './dashboard-fixtures.ts'

/** The ways in which one press becomes two, with no time between them. */
const WAYS: Record<string, (button: Locator) => Promise<void>> = {
  'a double click': (button) => button.dblclick(),
  'two clicks in one moment': (button) =>
    button.evaluate((element: HTMLElement) => void (element.click(), element.click())),
  'Enter twice': async (button) => {
    await button.focus()
    await Promise.all([button.page().keyboard.press('Enter'), button.page().keyboard.press('Enter')])
  },
  'a key that is held down': async (button) => {
    const { keyboard } = button.page()
    await button.focus()
    await Promise.all([keyboard.down('Enter'), keyboard.down('Enter'), keyboard.down('Enter')])
    await keyboard.up('Enter')
  },
}

/** How often the page asks for this, from here on. */
const count = (page: Page, method: string, path: RegExp): { readonly times: number; keys: Set<string> } => {
  const seen = { times: 0, keys: new Set<string>() }
  page.on('request', (request) => {
    if (request.method() !== method || !path.test(new URL(request.url()).pathname)) return
    seen.times += 1
    seen.keys.add(request.headers()['idempotency-key'] ?? 'none')
  })
  return seen
}

for (const [way, press] of Object.entries(WAYS)) {
  test.describe(way, () => {
    test('agrees, goes to the card page, turns off and on, and removes the card once each', async ({
      page,
      product,
      owner,
    }) => {
      const agreed = count(page, 'PUT', /^\/api\/auto-top-up$/)
      const visits = count(page, 'POST', /^\/api\/auto-top-up\/card$/)
      const removed = count(page, 'DELETE', /^\/api\/auto-top-up\/card$/)
      const section = page.getByRole('region', { name: 'Automatic top-up' })
      const button = (name: string) => section.getByRole('button', { name, exact: true })
      await page.goto('/dashboard?tab=top-up')
      await button('Set up automatic top-up').click()
      await page.getByRole('checkbox').check()
      await press(button('Continue to save a card'))
      await page.waitForURL(/\/stripe\/pay\/cs_test_/)
      expect([agreed.times, visits.times]).toEqual([1, 1])
      await page.getByRole('button', { name: 'Save card', exact: true }).click()
      await expect(section).toContainText('Visa ending 4242')
      await press(button('Turn off'))
      await expect(section.getByText('Off', { exact: true })).toBeVisible()
      expect(agreed).toMatchObject({ times: 2, keys: { size: 2 } })

      await button('Set up automatic top-up').click()
      await page.getByRole('checkbox').check()
      await press(button('Turn on'))
      await expect(button('Turn off')).toBeVisible()
      expect(agreed).toMatchObject({ times: 3, keys: { size: 3 } })

      await product.parts.db
        .updateTable('auto_top_ups')
        .set({ paused_reason: 'declined', paused_at: new Date() })
        .where('business_id', '=', owner.businessId)
        .execute()
      await page.reload()
      await press(button('Switch it on again'))
      await expect(button('Switch it on again')).toBeHidden()
      expect(agreed).toMatchObject({ times: 4, keys: { size: 4 } })

      await button('Turn off').click()
      await button('Remove card ending 4242').click()
      await press(page.getByRole('dialog').getByRole('button', { name: 'Remove card' }))
      await expect(page.getByText('Your card is removed.')).toBeVisible()
      expect(removed.times).toBe(1)
    })

    test('saves what was changed once, and disconnects Xero once', async ({ page }) => {
      const messages = count(page, 'PUT', /^\/api\/sms\/template$/)
      const settings = count(page, 'PUT', /^\/api\/sms\/settings$/)
      const disconnected = count(page, 'POST', /^\/api\/xero\/disconnect$/)
      await page.goto('/dashboard?tab=sms')
      await page.getByLabel('Your message').fill('Hi {firstName}, how was it? {reviewLink}')
      await page.getByRole('combobox', { name: 'Cooldown' }).selectOption('30')
      await press(page.getByRole('button', { name: 'Save changes' }))
      await expect(page.getByText('Not saved yet.', { exact: true })).toBeHidden()
      await expect(page.getByText('was not saved')).toHaveCount(0)
      expect([messages.times, settings.times]).toEqual([1, 1])

      await page.goto('/dashboard?tab=xero')
      await page.getByRole('button', { name: 'Disconnect Whitlock Electrical' }).click()
      await press(page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }))
      await expect(page.getByText('Whitlock Electrical is disconnected.')).toHaveCount(1)
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(disconnected.times).toBe(1)
    })
  })
}

test('each of them makes one checkout', async ({ page, product }) => {
  test.setTimeout(60_000)
  await page.addInitScript(() => localStorage.clear())
  for (const [way, press] of Object.entries(WAYS)) {
    await test.step(way, async () => {
      const { businessId } = await createOwnerAtDashboard(page, product)
      await page.goto('/dashboard?tab=top-up')
      const asked = count(page, 'POST', /^\/api\/top-ups$/)
      await press(page.getByRole('button', { name: /^Pay/ }))
      await page.waitForURL(/\/stripe\/pay\/cs_test_/)
      const orders = await product.parts.db
        .selectFrom('checkouts')
        .select(['idempotency_key', 'session_id'])
        .where('business_id', '=', businessId)
        .execute()
      expect(orders).toEqual([
        { idempotency_key: [...asked.keys][0], session_id: expect.stringMatching(/^cs_/) },
      ])
      expect(asked.times).toBe(1)
    })
  }
})

test.describe('each of them, of an invoice that is not in Xero,', () => {
  test.use({ expectedComplaints: [/status of (404|409|503)/] })

  test('retries it once', async ({ page, product }) => {
    test.setTimeout(60_000)
    for (const [way, press] of Object.entries(WAYS)) {
      await test.step(way, async () => {
        const owner = await createOwnerAtDashboard(page, product)
        await owner.skipped('no_mobile')
        await page.goto('/dashboard?tab=activity')
        const asked = count(page, 'POST', /^\/api\/activity\/[^/]+\/retry$/)
        await press(page.getByRole('button', { name: /^Look again/ }))
        await expect(page.getByRole('button', { name: /^Look again/ })).not.toHaveAttribute('aria-busy')
        expect(asked.times).toBe(1)
      })
    }
  })
})

test('who comes back to pay again makes another checkout, and so does another amount', async ({
  page,
  product,
  owner,
}) => {
  const asked = count(page, 'POST', /^\/api\/top-ups$/)
  for (const amount of ['$20', '$20', '$50']) {
    await page.goto('/dashboard?tab=top-up')
    await page.getByRole('radio', { name: amount, exact: true }).check()
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.waitForURL(/\/stripe\/pay\/cs_test_/)
  }
  expect(asked.keys.size).toBe(3)
  const orders = await product.parts.db
    .selectFrom('checkouts')
    .select('amount_cents')
    .where('business_id', '=', owner.businessId)
    .execute()
  expect(orders).toHaveLength(3)
})

test.describe('where no answer came', () => {
  test.use({ expectedComplaints: [/ERR_FAILED/] })

  test('the next press asks for the same order', async ({ page, product, owner }) => {
    await page.goto('/dashboard?tab=top-up')
    const asked = count(page, 'POST', /^\/api\/top-ups$/)
    await page.route('**/api/top-ups', async (route) => {
      if (route.request().method() !== 'POST' || asked.times > 1) return route.fallback()
      await route.fetch()
      return route.abort()
    })
    const pay = page.getByRole('button', { name: /^Pay/ })
    await pay.click()
    await expect(page.getByRole('alert').filter({ hasText: 'could not reach' })).toBeVisible()
    await pay.click()
    await page.waitForURL(/\/stripe\/pay\/cs_test_/)
    expect(asked).toMatchObject({ times: 2, keys: { size: 1 } })
    const orders = await product.parts.db
      .selectFrom('checkouts')
      .select('id')
      .where('business_id', '=', owner.businessId)
      .execute()
    expect(orders).toHaveLength(1)
  })
})
