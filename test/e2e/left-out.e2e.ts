import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/dashboard?tab=sms')
  await expect(page.getByLabel('Your message')).not.toHaveValue('')
})

test('a customer who never paid is left out: searched in Xero, saved, shown by name, and taken back', async ({
  page,
  product,
  owner,
}) => {
  product.sandbox.xero.provision(owner.tenantId)
  product.sandbox.xero.addContact(owner.tenantId, { name: 'Quentin Quill & Sons' })
  const customers = page.getByRole('combobox', { name: 'Customers to leave out' })
  await customers.fill('q')
  await expect(page.getByText('Type at least 2 letters.')).toBeVisible()
  await customers.fill('qq')
  await expect(page.getByText('No contact in Xero has that name.')).toBeVisible()
  await customers.fill('quentin')
  await expect(page.getByRole('option', { name: 'Quentin Quill & Sons' })).toBeVisible()
  await expectGoodForAll(page)
  await customers.press('ArrowDown')
  await customers.press('Enter')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Not saved yet.', { exact: true })).toBeHidden()
  await page.reload()
  const again = page.getByRole('button', { name: 'Text Quentin Quill & Sons again' })
  await again.click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Not saved yet.', { exact: true })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Delay' })).toBeVisible()
  await expect(again).toBeHidden()
})

test('where Xero cannot be asked, customers who paid are found, and the screen says so', async ({
  page,
  product,
  owner,
}) => {
  await owner.skipped('no_mobile')
  await owner.setOrganisation({ day_remaining: 0, day_read_at: new Date() })
  const customers = page.getByRole('combobox', { name: 'Customers to leave out' })
  await customers.fill('sam')
  await expect(page.getByRole('option', { name: 'Sam Green' })).toBeVisible()
  await expect(page.getByText(/the rest of today is kept for paid invoices/)).toBeVisible()
  await expectGoodForAll(page)
  product.sandbox.xero.provision(owner.tenantId)
  await owner.setOrganisation({ day_remaining: 900 })
  await page.getByRole('button', { name: 'Search again' }).click()
  await expect(page.getByText(/the rest of today/)).toBeHidden()
})
