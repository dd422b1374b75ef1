import { expect, expectGoodForAll, hoursAgo, openTab, TABS, test } from './dashboard-fixtures.ts'

test.describe('the header', () => {
  test('a tab that is opened before the first one shows has the focus once it shows', async ({ page }) => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/funds/balance', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/dashboard')
    const tabs = page.getByRole('navigation', { name: 'Dashboard' })
    await tabs.getByRole('link', { name: 'Google Status' }).click()
    const heading = page.locator('h1', { hasText: 'Google Status' })
    await expect(heading).toBeAttached()
    await expect(heading).toBeHidden()
    release()
    await expect(heading).toBeFocused()
  })

  test('shows an owner who she is, leads to the tabs and signs her out [2.20] [2.36]', async ({ page }) => {
    await page.goto('/dashboard')
    await test.step('opens the settings menu, which Escape and a click elsewhere close', async () => {
      const opener = page.getByRole('button', { name: /Settings/ })
      const menu = page.getByRole('navigation', { name: 'Settings' })
      await opener.click()
      await expect(menu.getByRole('link')).toHaveText([
        'All Activity',
        'Reviews',
        'Google Status',
        'Xero Status',
        'SMS Setup',
        'My QR codes',
        'Account & Billing',
        'Add More Funds',
      ])
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(opener).toBeFocused()
      await opener.click()
      await menu.getByRole('link', { name: 'Add More Funds' }).click()
      await expect(page).toHaveURL('/dashboard?tab=top-up')
      await expect(menu).toBeHidden()
    })
    await test.step('leads to each tab, which has an address of its own; Back returns', async () => {
      const tabs = page.getByRole('navigation', { name: 'Dashboard' })
      for (const [name, address] of [
        ['Google Status', '/dashboard?tab=google'],
        ['Xero Status', '/dashboard?tab=xero'],
        ['SMS Setup', '/dashboard?tab=sms'],
        ['Account & Billing', '/dashboard?tab=account'],
      ] as const) {
        await tabs.getByRole('link', { name }).click()
        await expect(page).toHaveURL(address)
        await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
        await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      }
      await page.goBack()
      await expect(page.getByRole('heading', { level: 1, name: 'SMS Setup' })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'SMS Setup' })).toBeVisible()
    })
    await test.step('shows an owner her funds, her name and her business, and signs her out', async () => {
      const header = page.getByRole('banner')
      await expect(header.getByRole('link', { name: 'Funds $18.40' })).toBeVisible()
      // The menu of narrow screens, which is hidden here, has the names as well.
      const names = header.getByRole('button', { name: /Settings/ })
      await expect(names).toContainText('Jane Whitlock')
      await expect(names).toContainText('Whitlock Electrical')
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await expect(page).toHaveURL('/login')
    })
  })
})

test.describe('below 768 px', () => {
  test.use({ viewport: { width: 767, height: 800 } })

  test('the menu slides in, holds the focus and leads to the tabs [2.21] [9.7]', async ({ page }) => {
    await page.goto('/dashboard')
    // What is not there yet is hidden, too.
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toHaveCSS('animation-name', /slide-in/)
    await expect(menu).toContainText('Jane Whitlock')
    await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await menu.getByRole('link', { name: 'SMS Setup' }).click()
    await expect(page).toHaveURL('/dashboard?tab=sms')
    await expect(menu).toBeHidden()
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  })
})

test.describe('an owner whose funds are spent', () => {
  test.use({ fundsCents: 9 })

  test('is warned on every tab, with a link to the top-up [2.37]', async ({ page, owner }) => {
    await owner.spend(9)
    const banner = page.getByRole('region', { name: 'Low funds' })
    await page.goto('/dashboard')
    for (const [address, heading] of TABS) {
      if (heading !== 'Timeline') await openTab(page, heading)
      await expect(page).toHaveURL(address)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(banner).toContainText('You have no funds left.')
    }
    await openTab(page, 'SMS Setup')
    await banner.getByRole('link', { name: 'Add More Funds' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Add More Funds' })).toBeVisible()
  })

  test('is warned of a balance below zero, and not of one above it [2.37]', async ({ page }) => {
    const owns = (balance: number) =>
      page.route('**/api/funds/balance', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ json: { ...((await answer.json()) as object), balance } })
      })
    const banner = page.getByRole('region', { name: 'Low funds' })
    await owns(-4.5)
    await page.goto('/dashboard')
    await expect(banner).toContainText('You owe $4.50: a payment went back to you')
    await owns(0.01)
    await page.reload()
    await expect(page.getByRole('banner')).toContainText('Funds $0.01')
    await expect(page.getByText('Your first request will appear here')).toBeVisible()
    await expect(banner).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.describe('an owner whose funds run out within a week', () => {
  test.use({ fundsCents: 184 })

  test('is shown how long they last at her pace', async ({ page, owner }) => {
    await owner.texted({ sent_at: hoursAgo(48), price_cents: 100 })
    await page.goto('/dashboard?tab=google')
    const banner = page.getByRole('region', { name: 'Low funds' })
    await expect(banner).toContainText('About 3 days of texts left at your current pace.')
    await banner.getByRole('link', { name: 'Add More Funds' }).click()
    await expect(page).toHaveURL('/dashboard?tab=top-up')
    await expect(banner).toBeVisible()
    await expect(banner.getByRole('link')).toHaveCount(0)
  })

  test('is shown no warning while they last longer', async ({ page, owner }) => {
    await owner.texted({ sent_at: hoursAgo(24 * 10), price_cents: 9 })
    await page.goto('/dashboard')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Low funds' })).toHaveCount(0)
  })
})

test.describe('an owner who never had funds', () => {
  test.use({ fundsCents: 0 })

  test('is warned, and invited to add some [2.37]', async ({ page }) => {
    await page.goto('/dashboard')
    const banner = page.getByRole('region', { name: 'No funds yet', exact: true })
    await expect(banner).toContainText('Add funds to send your first text.')
    await expect(page.getByText('You have no funds left.')).toHaveCount(0)
    await banner.getByRole('link', { name: 'Add More Funds' }).click()
    await expect(page).toHaveURL('/dashboard?tab=top-up')
  })

  test('is warned once texts wait for them, below what is more urgent [2.37]', async ({ page, owner }) => {
    await owner.texted({ state: 'waiting_for_funds', sent_at: null })
    await owner.texted({ state: 'waiting_for_funds', sent_at: null })
    await owner.setOrganisation({ state: 'disconnected' })
    await page.goto('/dashboard')
    const banner = page.getByRole('region', { name: 'Low funds' })
    await expect(banner).toContainText('2 texts wait for funds, and you have none.')
    await expect(page.getByRole('main').getByRole('region').first()).toHaveAccessibleName('Xero connection')
    await expectGoodForAll(page)
  })

  test('sees a payment for five seconds while the money is asked for three times more [4.8]', async ({
    page,
  }) => {
    let questions = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/funds/balance')) questions += 1
    })
    await page.goto('/dashboard?payment=success')
    const banner = page.getByText('We are checking whether your payment has arrived.')
    await expect(banner).toBeVisible()
    await expect(page).toHaveURL('/dashboard?payment=success')
    await expect(page.getByText('received')).toHaveCount(0)
    await expect(banner).toBeHidden()
    await expect(page).toHaveURL('/dashboard')
    await expect.poll(() => questions).toBe(4)
  })
})

test('a cancelled payment says that nothing was charged [4.9]', async ({ page }) => {
  await page.goto('/dashboard?payment=cancelled')
  await expect(page.getByText('Payment cancelled. Nothing was charged.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test('a lost connection to Xero is shown on every tab, and in detail on its own', async ({ page, owner }) => {
  await owner.setOrganisation({ state: 'disconnected' })
  await page.goto('/dashboard')
  const banner = page.getByRole('region', { name: 'Xero connection' })
  await expect(banner).toBeVisible()
  await banner.getByRole('link', { name: 'Open Xero Status' }).click()
  await expect(banner).toBeHidden()
  await expect(page.getByRole('button', { name: 'Connect Xero Account' })).toBeVisible()
})
