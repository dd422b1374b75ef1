import type { Locator } from '@playwright/test'
import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

test.use({ expectedComplaints: [/status of 409/] })

test.beforeEach(async ({ page }) => {
  await page.goto('/dashboard?tab=sms')
  await expect(page.getByLabel('Your message')).not.toHaveValue('')
})

test('amount, deposits, words and groups to leave out are chosen, saved by the one button, and kept', async ({
  page,
  product,
  owner,
}) => {
  product.sandbox.xero.provision(owner.tenantId)
  product.sandbox.xero.addContactGroup(owner.tenantId, 'Builders')
  product.sandbox.xero.addTrackingCategory(owner.tenantId, 'Region', ['North', 'South'])
  const amount = page.getByLabel('Smallest amount in AUD')
  await amount.fill('$79.50')
  await page.getByLabel('Leave them out').check()
  await page.getByLabel('A word on invoices to leave out').fill('Warranty')
  await page.getByRole('button', { name: 'Choose from Xero' }).click()
  await page.getByLabel('Builders').check()
  await page.getByLabel('Region: South').check()
  await expectGoodForAll(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Who is not asked is saved.')).toBeVisible()
  await page.reload()
  await expect(amount).toHaveValue('79.50')
  await expect(page.getByLabel('Leave them out')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Remove Warranty' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask Region: South again' })).toBeVisible()
  await page.getByRole('button', { name: 'Ask Builders again' }).click()
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(page.getByRole('button', { name: 'Ask Builders again' })).toBeVisible()
})

const colourOf = (words: Locator): Promise<string> =>
  words.evaluate((element) => getComputedStyle(element).color)

test('what is no amount is refused in words and saved when it is one; Enter adds a word', async ({
  page,
}) => {
  const amount = page.getByLabel('Smallest amount in AUD')
  const refusal = page.getByText(
    'Write an amount above 0 and up to 1,000,000, such as 80, or leave it empty.',
  )
  await amount.fill('nothing')
  await expect(refusal).toBeVisible()
  await expect(amount).toHaveCSS('border-top-color', await colourOf(refusal))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(amount).toBeFocused()
  await expect(refusal).toBeInViewport()
  await expect(page.getByText('Not saved yet.', { exact: true })).toBeVisible()
  await expectGoodForAll(page)
  await amount.fill('')
  const word = page.getByLabel('A word on invoices to leave out')
  await word.fill('D')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(word).toBeFocused()
  const tooShort = page.getByText('at least 2 letters; “D” has 1.')
  await expect(word).toHaveCSS('border-top-color', await colourOf(tooShort))
  await word.fill('DEP')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove DEP' })).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Not saved yet.', { exact: true })).toBeHidden()
})

test('where Xero has no groups, or cannot be asked, the choice says so', async ({ page, product, owner }) => {
  await owner.setOrganisation({ day_remaining: 0, day_read_at: new Date() })
  await page.getByRole('button', { name: 'Choose from Xero' }).click()
  await expect(page.getByText('the rest of today is kept for paid invoices')).toBeVisible()
  await expectGoodForAll(page)
  product.sandbox.xero.provision(owner.tenantId)
  await owner.setOrganisation({ day_remaining: 900 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Xero has no contact groups and no tracking yet.')).toBeVisible()
})

test('of two windows the later learns of the earlier, and can show what is saved', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/dashboard?tab=sms')
  await other.getByLabel('Smallest amount in AUD').fill('50')
  await page.getByLabel('Smallest amount in AUD').fill('80')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Who is not asked is saved.')).toBeVisible()
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Your change to the amounts, words or groups')).toBeInViewport()
  await other.getByRole('button', { name: 'Show what is saved now' }).click()
  await expect(other.getByLabel('Smallest amount in AUD')).toHaveValue('80')
})

test('a rule says before and after it is saved how many texts that wait it cancels', async ({
  page,
  owner,
}) => {
  await owner.texted(WAITS)
  await owner.texted({ ...WAITS, customer_name: 'Vic Strata' })
  await page.getByLabel('A word to leave out', { exact: true }).fill('Strata')
  await page.getByRole('button', { name: 'Try on the last 30 days' }).click()
  const tried = page.getByRole('dialog', { name: 'Tried on the last 30 days' })
  await expect(tried).toContainText('It would cancel 1 text that waits now.')
  await expectGoodForAll(page)
  await tried.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('1 text that waited for such a customer is cancelled.')).toBeVisible()
})

const WAITS = {
  state: 'scheduled' as const,
  sent_at: null,
  delivered_at: null,
  due_at: new Date(Date.now() + 3_600_000),
}
