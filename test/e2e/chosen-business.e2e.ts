import { expect, pickBusiness, test } from './fixtures.ts'

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
