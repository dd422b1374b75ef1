import { expect, test } from './dashboard-fixtures.ts'

test('an owner sees every paid invoice, what became of it, and why', async ({ page, owner }) => {
  await owner.texted()
  await owner.skipped('no_mobile')
  await owner.skipped('cooldown')
  await page.goto('/dashboard?tab=activity')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(
    '3 invoices paid in the last 7 days = 1 texted + 2 not texted',
  )
  await expect(page.getByRole('article')).toHaveCount(3)
  const missing = page.getByRole('article').filter({ hasText: 'No mobile number we could text.' })
  await expect(missing).toContainText('Not texted')
  await expect(missing).toContainText('Add their mobile to the contact in Xero.')
  await expect(missing.getByRole('link', { name: /Open the contact in Xero/ })).toBeVisible()
})

test('the reasons and the outcomes narrow the list, and the address remembers', async ({ page, owner }) => {
  await owner.texted()
  await owner.skipped('no_mobile')
  await owner.skipped('cooldown')
  await page.goto('/dashboard?tab=activity')
  const rows = page.getByRole('article')
  await page.getByRole('button', { name: 'Texted', exact: true }).click()
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL('/dashboard?tab=activity&outcome=texted')
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'No mobile number we could text.' }).click()
  await expect(rows).toHaveText([/No mobile/])
  await page.getByRole('button', { name: 'Failed' }).click()
  await expect(page.getByText('No paid invoice matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(rows).toHaveCount(3)
})
