import type { Page } from '@playwright/test'
import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

const own = (page: Page) => page.getByRole('textbox', { name: /own amount/ })
const leave = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/stripe\/pay\/cs_test_/)
}

test('an amount is understood as people write it, and refused in words where it can be read in two ways', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=top-up')
  for (const written of ['$75', '75.00', ' 75 ', 'AUD 75']) {
    await own(page).fill(written)
    await expect(page.getByRole('button', { name: 'Pay $75.00' })).toBeEnabled()
  }
  await own(page).fill('1,000')
  await expect(page.getByRole('button', { name: 'Pay $1,000.00' })).toBeEnabled()
  await own(page).fill('$200')
  await expect(page.getByRole('radio', { name: '$200' })).toBeChecked()
  await own(page).fill('1.000')
  await expect(
    page.getByText('“1.000” can be read in two ways: write it without a dot or comma.'),
  ).toBeVisible()
  await expectGoodForAll(page)
  for (const outOfRange of ['0.001', '2.000', '1.500']) {
    await own(page).fill(outOfRange)
    await expect(page.getByText('Choose a whole amount from $5.00 to $1,000.00.')).toBeVisible()
  }
  await own(page).fill('50')
  await expect(page.getByRole('button', { name: 'Pay $50.00' })).toBeEnabled()
  await own(page).fill('75.50')
  await expect(page.getByText('Choose a whole amount from $5.00 to $1,000.00.')).toBeVisible()
})

test('Back from the payment page keeps the amount, and so does cancelling there; what was paid is forgotten', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=top-up')
  await own(page).fill('$75')
  await leave(page)
  await page.goBack()
  await expect(own(page)).toHaveValue('$75')
  await expect(page.getByRole('button', { name: 'Pay $75.00' })).toBeEnabled()
  await leave(page)
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/dashboard?tab=top-up')
  await expect(own(page)).toHaveValue('$75')
  await leave(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('heading', { name: /\$75\.00 received/ })).toBeVisible()
  await page.goto('/dashboard?tab=top-up')
  await expect(own(page)).toHaveValue('50')
})

test.describe('while Stripe is down', () => {
  test.use({ expectedComplaints: [/status of 50[23]/] })

  test('the page says so, and that nothing was charged', async ({ page, product }) => {
    product.sandbox.faults.ask({ stripe5xx: {} })
    const words = 'Stripe is not answering; you were not charged.'
    await page.goto('/dashboard?tab=top-up')
    await own(page).fill('75')
    await page.getByRole('button', { name: 'Pay $75.00' }).click()
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible({ timeout: 15_000 })
    await expect(own(page)).toHaveValue('75')
    await expectGoodForAll(page)
    await page.getByRole('button', { name: 'Set up automatic top-up' }).click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Continue to save a card' }).click()
    await expect(page.getByRole('alert').filter({ hasText: words })).toHaveCount(2, { timeout: 15_000 })
  })
})
