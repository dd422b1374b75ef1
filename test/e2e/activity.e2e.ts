import { expect, test } from './dashboard-fixtures.ts'

test('an owner sees every paid invoice, what became of it, and why', async ({ page, owner }) => {
  await owner.texted()
  await owner.skipped('no_mobile')
  await owner.skipped('cooldown', {
    detail: JSON.stringify({ lastTextedAt: '2025-09-02T20:00:00Z', cooldownDays: 90 }),
  })
  await owner.texted({ state: 'failed', state_reason: '30006', customer_name: 'Tom Brandt' })
  await page.goto('/dashboard?tab=activity')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(
    '4 invoices paid in the last 7 days = 1 texted + 1 could not be delivered + 2 not texted',
  )
  await expect(page.getByRole('list', { name: 'Could not be delivered' })).toContainText('landline')
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('article').filter({ hasText: 'cooldown: 90 days' })).toContainText(
    'Texted on 3 Sep 2025; next eligible 2 Dec 2025 (cooldown: 90 days).',
  )
  await expect(page.getByRole('article').first()).toContainText('Tom Brandt')
  const missing = page.getByRole('article').filter({ hasText: 'No mobile number we could text.' })
  await expect(missing).toContainText('Not texted')
  await expect(missing).toContainText('Add their mobile to the contact in Xero.')
  await expect(missing.getByRole('link', { name: /Open the contact in Xero/ })).toBeVisible()
})

test('the reasons and the outcomes narrow the list, and the address keeps the choice', async ({
  page,
  owner,
}) => {
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
