import { expect, expectInPlace, pickBusiness, test } from './fixtures.ts'

test('a chosen business that only travels is shown as the list did, also on the way back', async ({
  page,
  arrive,
}) => {
  await arrive(page)
  await page.getByRole('combobox', { name: 'Your business' }).fill('oneill gardens')
  await expect(page.getByRole('option')).toContainText('Bristol, UK')
  await pickBusiness(page, 'oneill gardens')
  const chosen = page.getByRole('region', { name: 'Your business' })
  await expect(chosen).toContainText('Bristol, UK')
  await page.getByRole('button', { name: 'Continue to Xero Setup' }).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(chosen).toContainText('Bristol, UK')
})

test('who looks for another business may keep the one she has', async ({ page, arrive }) => {
  await arrive(page)
  await pickBusiness(page, 'oneill gardens')
  const chosen = page.getByRole('region', { name: 'Your business' })
  await page.getByRole('button', { name: 'Choose another business' }).press('Enter')
  await expect(chosen).toHaveCount(0)
  await expectInPlace(page)
  await page.getByRole('button', { name: /^Keep .*gardens/i }).click()
  await expect(chosen).toContainText('Bristol, UK')
  await expect(page.getByRole('button', { name: 'Continue to Xero Setup' })).toBeEnabled()
})

test.describe('while the server does not say where it is', () => {
  test.use({ expectedComplaints: [/status of 500/] })

  test('a business that was chosen earlier is shown by its name alone', async ({ page, arrive }) => {
    await arrive(page)
    await pickBusiness(page, 'plumbing')
    await page.route('**/api/google/status', (route) => route.fulfill({ status: 500 }))
    await page.reload()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Choose another business' })).toBeVisible()
    await expect(page.getByText('Serves an area, without an address')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.describe('without a network', () => {
  test.use({ expectedComplaints: [/ERR_FAILED/] })
  test('a choice that failed is said once, and no more when she searches again', async ({ page, arrive }) => {
    await arrive(page)
    const field = page.getByRole('combobox', { name: 'Your business' })
    const unreached = page.getByText('We could not reach Goodword.')
    await field.fill('plumbing')
    await page.route('**/api/onboarding/business', (route) => route.abort())
    await page.getByRole('option').first().click()
    await expect(unreached).toBeVisible()
    await page.route('**/api/places?*', (route) => route.abort())
    await field.fill('painting')
    await expect(page.getByRole('button', { name: 'Search again' })).toBeVisible()
    await expect(unreached).toHaveCount(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Search again' }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await expect(unreached).toHaveCount(0)
  })
})
