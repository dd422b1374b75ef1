import type { Page } from '@playwright/test'
import { allowNewOrganisation, expect, goToXero, openXero, pickBusiness, stopTime, test } from './fixtures.ts'

const cancelled = 'Connection was cancelled or failed. Please try again.'
const field = (page: Page) => page.getByRole('combobox', { name: 'Your business' })
const next = (page: Page) => page.getByRole('button', { name: 'Continue to Xero Setup' })
const connect = (page: Page) => page.getByRole('button', { name: 'Connect Xero Account' })
const blockPopups = (page: Page) => page.evaluate(() => void (window.open = () => null))

test.describe('finding the business', () => {
  test.beforeEach(async ({ page, arrive }) => {
    await arrive(page)
  })

  test('begins at two letters, after a pause of 300 ms [5.1] [9.1]', async ({ page }) => {
    await stopTime(page)
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/places') asked.push(url.searchParams.get('query')!)
    })
    await field(page).fill('p')
    await page.clock.runFor(2000)
    await field(page).fill('pl')
    await page.clock.runFor(250)
    await field(page).fill('plumbin')
    await page.clock.runFor(290)
    expect(asked).toEqual([])
    await page.clock.runFor(20)
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(asked).toEqual(['plumbin'])
  })

  test('goes on with a business only, shows the chosen one, and says when nothing was found [2.17] [5.3] [8.2] [8.3]', async ({
    page,
  }) => {
    await field(page).fill('zzzzqq')
    await expect(page.getByText('No businesses found. Try a different search term.')).toBeVisible()
    await test.step('continues only with a business, and says so', async () => {
      await expect(next(page)).toBeDisabled()
      await expect(page.getByText('Please select your business from the search results.')).toBeVisible()
      await pickBusiness(page, 'plumbing')
      await expect(page.getByText('Please select your business from the search results.')).toHaveCount(0)
    })
    await test.step('shows the chosen business with its stars and address, and can choose again', async () => {
      await page.getByRole('button', { name: 'Choose another business' }).click()
      const name = await pickBusiness(page, 'whitlock elec')
      const chosen = page.getByRole('region', { name: 'Your business' })
      for (const shown of [name, '14 Harbour St, Fremantle WA', 'Google Maps'])
        await expect(chosen.getByText(shown)).toBeVisible()
      await expect(chosen.getByText('Rated 4.8 out of 5, 63 reviews')).toBeAttached()
      await page.getByRole('button', { name: 'Choose another business' }).click()
      await expect(next(page)).toBeDisabled()
      const other = await pickBusiness(page, 'painting')
      await expect(page.getByText(other)).toBeVisible()
    })
  })

  test('never shows the answer to an older search', async ({ page }) => {
    let releaseFirst = (): void => undefined
    await page.route('**/api/places?query=plumbing*', async (route) => {
      await new Promise<void>((release) => {
        releaseFirst = release
      })
      await route.continue().catch(() => undefined)
    })
    await field(page).fill('plumbing')
    await page.waitForRequest('**/api/places?query=plumbing*')
    await field(page).fill('painting')
    await expect(page.getByRole('option').first()).toContainText(/paint/i)
    releaseFirst()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByRole('option').filter({ hasText: /plumb/i })).toHaveCount(0)
  })

  test('works by arrow keys, Enter and Escape [5.4]', async ({ page }) => {
    await field(page).fill('plumbing')
    const options = page.getByRole('option')
    await expect(options.first()).toBeVisible()
    await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    const active = await field(page).getAttribute('aria-activedescendant')
    expect(active).toBe(await options.first().getAttribute('id'))
    await page.keyboard.press('Escape')
    await expect(options).toHaveCount(0)
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(field(page)).toHaveValue('plumbing')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = await options.nth(1).locator('strong').innerText()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Your business' }).getByText(second)).toBeVisible()
    await expect(next(page)).toBeFocused()
  })

  test.describe('with Google in trouble', () => {
    test.use({ expectedComplaints: [/status of (429|50\d)/] })
    test('says so in words, and searches again on request', async ({ page, product }) => {
      product.sandbox.faults.ask({ places429: {} })
      await field(page).fill('plumbing')
      await expect(page.getByRole('alert')).toBeVisible()
      product.sandbox.faults.clear()
      await page.getByRole('button', { name: 'Search again' }).click()
      await expect(page.getByRole('option').first()).toBeVisible()
    })
  })
})

test.describe('connecting Xero', () => {
  test.beforeEach(async ({ page, arriveAtXero }) => {
    await arriveAtXero(page)
  })

  test('says what it means, how it ended where it failed, and tries again [4.4] [8.4]', async ({ page }) => {
    const openAnew = async (): Promise<Page> => {
      const consent = await openXero(page)
      await expect(page.getByText(cancelled)).toHaveCount(0)
      return consent
    }
    await expect(page.getByText('Nothing that was paid before now is ever texted.')).toBeVisible()
    await test.step('shows that consent was refused at Xero', async () => {
      const consent = await openAnew()
      await consent.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByText(cancelled)).toBeVisible()
      await expect.poll(() => consent.isClosed()).toBe(true)
    })
    await test.step('can be cancelled on the page itself', async () => {
      const consent = await openAnew()
      await consent.getByRole('button', { name: 'Allow access' }).waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByText(cancelled)).toBeVisible()
      expect(consent.isClosed()).toBe(true)
    })
    await test.step('ignores a message from elsewhere that it is connected', async () => {
      const consent = await openAnew()
      await consent.getByRole('button', { name: 'Allow access' }).waitFor()
      await consent.evaluate(() => window.opener.postMessage({ success: true, error: null }, '*'))
      await expect(page.getByText('Connecting: choose your organisation')).toBeVisible()
      await expect(page.getByText('Xero is connected.')).toHaveCount(0)
      await consent.close()
      await expect(page.getByText(cancelled)).toBeVisible()
    })
    await test.step('notices a popup that was closed too early, and tries again', async () => {
      const consent = await openAnew()
      await consent.getByRole('button', { name: 'Allow access' }).waitFor()
      await consent.close()
      await expect(page.getByText(cancelled)).toBeVisible()
      await expect(connect(page)).toBeEnabled()
      await allowNewOrganisation(await openXero(page))
      await expect(page).toHaveURL('/dashboard')
    })
  })

  test('ends on a dashboard that is live, a second after Xero said yes [2.19] [4.3] [4.5]', async ({
    page,
  }) => {
    const consent = await openXero(page)
    await expect(page.getByText('Connecting: choose your organisation')).toBeVisible()
    await expect(connect(page).and(page.locator(':focus'))).toBeDisabled()
    await allowNewOrganisation(consent, 'Parata Painting Ltd')
    await expect(page.getByText('Xero is connected.')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/dashboard?tab=xero')
    await expect(page.getByText('Parata Painting Ltd').first()).toBeVisible()
    expect(consent.isClosed()).toBe(true)
    await page.reload()
    await expect(page).toHaveURL('/dashboard?tab=xero')
  })

  test.describe('while the server does not say how it ended', () => {
    test.use({ expectedComplaints: [/status of 503|ERR_FAILED/] })

    for (const [what, answer] of [
      ['fails', { status: 503, json: { code: 'database-away', detail: 'Away.' } }],
      ['is out of reach', 'abort'],
    ] as const) {
      test(`and ${what}, a popup that was closed left Xero disconnected [4.4]`, async ({ page }) => {
        const popup = await openXero(page)
        await popup.getByRole('button', { name: 'Allow access' }).waitFor()
        await page.route('**/api/xero/status', (route) =>
          answer === 'abort' ? route.abort() : route.fulfill(answer),
        )
        await popup.close()
        await expect(page.getByText(cancelled)).toBeVisible()
        await expect(page.getByRole('button', { name: 'Check the connection again' })).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Connect Xero Account' })).toBeEnabled()
      })
    }
  })

  test('continues in the same tab where popups are blocked, and after a refusal', async ({ page }) => {
    await test.step('shows in the same tab, too, that consent was refused at Xero', async () => {
      await blockPopups(page)
      await connect(page).click()
      await page.getByRole('button', { name: 'Continue in this tab' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page).toHaveURL('/onboarding')
      await expect(page.getByText(cancelled)).toBeVisible()
    })
    await test.step('continues in the same tab where popups are blocked', async () => {
      await blockPopups(page)
      await connect(page).click()
      await expect(page.getByText('Your browser blocked the Xero window.')).toBeVisible()
      await page.getByRole('button', { name: 'Continue in this tab' }).click()
      await allowNewOrganisation(page)
      await expect(page).toHaveURL('/dashboard')
    })
  })

  test('still learns of the consent when the consent page has severed `window.opener`', async ({ page }) => {
    const consent = await openXero(page)
    await consent.getByRole('button', { name: 'Allow access' }).waitFor()
    await consent.evaluate(() => {
      window.opener = null
    })
    await consent.context().addInitScript(() => {
      if (location.pathname === '/xero/callback') Object.defineProperty(window, 'opener', { value: null })
    })
    await allowNewOrganisation(consent)
    await expect(page).toHaveURL('/dashboard')
  })

  test.describe('with the server in trouble at the last step', () => {
    test.use({ expectedComplaints: [/status of 500/] })
    test('says that Xero is connected, and finishes on request', async ({ page }) => {
      await page.route('**/api/onboarding/complete', (route) => route.fulfill({ status: 500 }))
      await allowNewOrganisation(await openXero(page))
      await expect(page.getByText('Xero is connected, but we could not finish.')).toBeVisible()
      await page.unroute('**/api/onboarding/complete')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page).toHaveURL('/dashboard')
    })
  })
})

test('connecting Xero is left and found again at the same step [2.18] [4.5]', async ({ page, signIn }) => {
  await signIn(page)
  await goToXero(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Find your business' })).toBeVisible()
  await page.reload()
  await expect(next(page)).toBeEnabled()
  await next(page).click()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Find your business' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Connect Xero and go live' })).toBeVisible()
  const email = await page.locator('header').getByText('@').innerText()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const chooser = page.getByRole('button', { name: email })
  await chooser.or(connect(page)).first().waitFor()
  if (await chooser.isVisible()) await chooser.click()
  await expect(connect(page)).toBeVisible()
})

test('the whole of onboarding is done by keyboard alone', async ({ page, signIn }) => {
  await signIn(page)
  await field(page).waitFor()
  const tabTo = async (target: Page, name: string): Promise<void> => {
    const focused = () => target.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    for (let presses = 0; presses < 20 && (await focused()) !== name; presses += 1)
      await target.keyboard.press('Tab')
    expect(await focused()).toBe(name)
  }
  await expect(page.getByRole('heading', { name: 'Find your business' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('plumbing')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(next(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Connect Xero and go live' })).toBeFocused()
  // While it looks whether Xero is connected Tab passes the button by.
  await expect(connect(page)).toBeEnabled()
  await tabTo(page, 'Connect Xero Account')
  const opening = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const consent = await opening
  await consent.getByRole('button', { name: 'Allow access' }).waitFor()
  await tabTo(consent, 'Allow access')
  await consent.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('the popup’s last page closes by itself, and says what to do where the browser does not allow that', async ({
  page,
}) => {
  await page.goto('/xero/callback?xero=error&message=Call%20this%20number')
  await expect(page.getByRole('heading', { name: 'Xero was not connected' })).toBeVisible()
  await expect(page.getByText('You can close this window')).toBeVisible()
  await expect(page.getByText('Call this number')).toHaveCount(0)
})
