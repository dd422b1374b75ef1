import { expect, expectGoodForAll, goLive, pickBusiness, test } from './fixtures.ts'

test.use({ expectedComplaints: [/status of 40\d/] })

const FRONT = [
  ['/welcome/', 'Paid in Xero'],
  ['/welcome/privacy/', 'Privacy'],
  ['/welcome/terms/', 'Terms'],
  ['/login', 'Sign in to Goodword'],
  ['/register', 'Welcome to Goodword'],
  ['/auth/reactivate?deactivated=true', 'Reactivate your account'],
  ['/xero/callback?xero=success', 'Xero is connected'],
] as const

test('each page before the sign-in is accessible', async ({ page }) => {
  test.setTimeout(60_000)
  for (const [address, heading] of FRONT) {
    await test.step(address, async () => {
      await page.goto(address)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await expectGoodForAll(page)
    })
  }
})

// Axe takes half a minute for the hundreds of examples, whose colours are all the same two.
test('the description of the API is read without a script, and fits the narrowest phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/api/docs')
  await page.getByRole('navigation').getByRole('link', { name: 'listActivity' }).click()
  await expect(page.getByRole('heading', { name: 'GET /api/activity listActivity' })).toBeInViewport()
  const { wide, family } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    family: getComputedStyle(document.body).fontFamily,
  }))
  expect(wide).toBe(320)
  expect(family).toContain('system-ui')
})

test('a failed sign-in is accessible', async ({ page }) => {
  await page.route('**/assets/login-page-*', () => undefined)
  await page.goto('/auth/callback')
  await page.getByRole('alert').waitFor()
  await expectGoodForAll(page)
})

test('onboarding and the dashboard are accessible, in each of their states', async ({ page, arrive }) => {
  test.setTimeout(90_000)
  await arrive(page)
  const search = page.getByRole('combobox', { name: 'Your business' })
  await expectGoodForAll(page)
  await search.fill('zzzzqq')
  await page.getByText('No businesses found.').waitFor()
  await expectGoodForAll(page)
  await search.fill('plumbing')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await expectGoodForAll(page)
  await pickBusiness(page, 'plumbing')
  await expectGoodForAll(page)
  await page.getByRole('button', { name: 'Choose another business' }).click()
  await goLive(page)
  await page.getByText('Your first request will appear here').waitFor()
  await expectGoodForAll(page)
  await page.goto('/dashboard?tab=account')
  await page.getByRole('button', { name: 'Deactivate account' }).click()
  await expectGoodForAll(page)
})

test('connecting Xero is accessible, in each of its states', async ({ page, arriveAtXero }) => {
  test.setTimeout(90_000)
  await arriveAtXero(page)
  const connect = page.getByRole('button', { name: 'Connect Xero Account' })
  await expect(connect).toBeEnabled()
  await expectGoodForAll(page)
  const opening = page.waitForEvent('popup')
  await connect.click()
  const popup = await opening
  await expectGoodForAll(page)
  await popup.close()
  await page.getByText('Connection was cancelled or failed.').waitFor()
  await expectGoodForAll(page)
  await page.evaluate(() => {
    window.open = () => null
  })
  await connect.click()
  await page.getByText('Your browser blocked the Xero window.').waitFor()
  await expectGoodForAll(page)
})
