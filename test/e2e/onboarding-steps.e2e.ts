import { allowNewOrganisation, expect, openXero, test } from './fixtures.ts'

test.beforeEach(async ({ page, arriveAtXero }) => {
  await arriveAtXero(page)
})

test('onboarding has two steps [2.8]', async ({ page }) => {
  const steps = page.getByRole('list', { name: 'Set-up' }).getByRole('listitem')
  await expect(steps).toHaveText(['Find Business, done', '2Connect Xero'])
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(steps).toHaveText(['1Find Business', '2Connect Xero'])
  await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step')
})

test('on a phone the header begins where the page does', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 760 })
  const name = await page.getByRole('banner').getByText('Goodword').boundingBox()
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(heading?.x).toBe(name?.x)
})

test('the second step leads to Xero, or back [2.18]', async ({ page }) => {
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Connect Xero Account', 'Back'])
  const consent = await openXero(page)
  await expect(consent.getByRole('button', { name: 'Allow access' })).toBeVisible()
  await consent.close()
  await expect(page.getByRole('button', { name: 'Connect Xero Account' })).toBeEnabled()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Find your business' })).toBeVisible()
})

test('a double click leads one step on, so that the browser’s Back leads one step back [2.18]', async ({
  page,
}) => {
  const find = page.getByRole('heading', { name: 'Find your business' })
  const connect = page.getByRole('heading', { name: 'Connect Xero and go live' })
  await page.getByRole('button', { name: 'Back' }).dblclick()
  await expect(find).toBeVisible()
  await page.getByRole('button', { name: 'Continue to Xero Setup' }).dblclick()
  await expect(connect).toBeVisible()
  await page.goBack()
  await expect(find).toBeVisible()
  await page.goBack()
  await expect(connect).toBeVisible()
  await page.goForward()
  await expect(find).toBeVisible()
  await page.getByRole('button', { name: 'Continue to Xero Setup' }).click()
  await expect(connect).toBeVisible()
})

test('Xero is connected by the popup’s message alone [4.3]', async ({ page }) => {
  const consent = await openXero(page)
  await consent.getByText('A new organisation').waitFor()
  await consent.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
  await page.route('**/api/xero/status', (route) => route.fulfill({ json: { status: 'disconnected' } }))
  await allowNewOrganisation(consent)
  await expect(page.getByText('Xero is connected.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('Xero is connected by the check after the popup has closed without a message [4.3]', async ({
  page,
}) => {
  const consent = await openXero(page)
  await consent.getByText('A new organisation').waitFor()
  await consent.addInitScript(() => {
    if (location.pathname !== '/xero/callback') return
    Object.defineProperty(window, 'opener', { value: null })
    Reflect.deleteProperty(window, 'BroadcastChannel')
  })
  await expect(page.getByText('Connecting: choose your organisation')).toBeVisible()
  await allowNewOrganisation(consent)
  await expect.poll(() => consent.isClosed()).toBe(true)
  await expect(page.getByText('Xero is connected.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test.describe('with the server in trouble', () => {
  test.use({ expectedComplaints: [/status of 500/] })

  test('a popup that was closed, and a check that fails, leave Xero disconnected [4.4]', async ({ page }) => {
    const consent = await openXero(page)
    await consent.getByText('A new organisation').waitFor()
    await page.route('**/api/xero/status', (route) => route.fulfill({ status: 500 }))
    await consent.close()
    await expect(page.getByText('Connection was cancelled or failed. Please try again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Connect Xero Account' })).toBeEnabled()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test('words in the address of the popup’s last page are shown nowhere, and no result that was not awaited', async ({
  page,
}) => {
  const forged = await page.context().newPage()
  const away = 'xero=error&message=Xero did not answer just now. Please try again in a moment.'
  for (const query of ['xero=error&message=Call%20me', away, 'xero=success']) {
    await forged.goto(`/xero/callback?${query}`)
    await forged.getByText('You can close this window').waitFor()
    await expect(forged.getByText('Call me')).toHaveCount(0)
  }
  await expect(page.getByRole('button', { name: 'Connect Xero Account' })).toBeEnabled()
  await expect(page.getByText(/Call me|Xero did not answer|Xero is connected/)).toHaveCount(0)
})
