import { allowNewOrganisation, expect, expectGoodForAll, openXero, pickBusiness, test } from './fixtures.ts'

const cancelled = 'Connection was cancelled or failed. Please try again.'

test('a search that finds nothing says what to try', async ({ page, arrive }) => {
  await arrive(page)
  await page.getByRole('combobox', { name: 'Your business' }).fill('zzzzqq')
  await expect(page.getByText('No businesses found. Try a different search term.')).toBeVisible()
  await expect(page.getByText('as it stands on Google Maps, and add the suburb or town.')).toBeVisible()
  await expect(page.getByText('Try Okoye Plumbing')).toBeVisible()
  await expectGoodForAll(page)
})

test('what another search found cannot be chosen while the next one is under way', async ({
  page,
  arrive,
}) => {
  await arrive(page)
  await pickBusiness(page, 'byrne elec')
  await page.getByRole('button', { name: 'Choose another business' }).click()
  await page.route('**/api/places?query=okoye*', () => undefined)
  await page.getByRole('combobox', { name: 'Your business' }).fill('okoye')
  await expect(page.getByText('Searching')).toBeAttached()
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a business in any country can be chosen, and it is said where mobiles are not texted', async ({
  page,
  arrive,
}) => {
  await arrive(page)
  await pickBusiness(page, 'byrne elec')
  await expect(page.getByText('We do not text mobiles in Ireland yet.')).toBeVisible()
  await expectGoodForAll(page)
  await page.getByRole('button', { name: 'Choose another business' }).click()
  await pickBusiness(page, 'whitlock elec')
  await expect(page.getByText('We do not text mobiles')).toHaveCount(0)
})

test('on a phone Xero can be connected without scrolling', async ({ page, arriveAtXero }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await arriveAtXero(page)
  await expect(page.getByRole('button', { name: 'Connect Xero Account' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Back' })).toBeInViewport({ ratio: 1 })
})

test('who cancels at Xero is not alarmed, and has nothing to do but to connect again [4.4]', async ({
  page,
  arriveAtXero,
}) => {
  await arriveAtXero(page)
  const consent = await openXero(page)
  await consent.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('status').filter({ hasText: cancelled })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Check the connection again' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Connect Xero Account' })).toBeEnabled()
  await expectGoodForAll(page)
})

test('who has just connected sees what would have happened in the last 30 days', async ({
  page,
  arriveAtXero,
}) => {
  await arriveAtXero(page)
  await allowNewOrganisation(await openXero(page))
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/dashboard?tab=backtest')
  await expect(page.getByText(/10 of 12 paid invoices would have led to a text/)).toBeVisible()
})

test('registration says that a Xero login is needed, and for what Google is not asked', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/register')
  await expect(page.getByText('You will need your Xero login')).toBeVisible()
  await expect(page.getByText('Nothing at Google is changed.')).toBeVisible()
  await expectGoodForAll(page)
})
