import type { Page } from '@playwright/test'
import { choosePerson, expect, expectGoodForAll } from './fixtures.ts'
import { test } from './dashboard-fixtures.ts'

// Before she has signed in, who she is is refused.
test.use({ expectedComplaints: [/status of 4(01|22)/] })

const OLIVE = 'olive@operator.example'

const enter = async (page: Page): Promise<void> => {
  await page.goto('/operator')
  await page.getByRole('link', { name: 'Sign in as an operator' }).click()
  await choosePerson(page, OLIVE)
  await expect(page.getByRole('heading', { level: 1, name: 'Businesses' })).toBeVisible()
}

test('an operator signs in, finds a business, and grants it funds with a reason', async ({ page, owner }) => {
  await owner.texted()
  await owner.skipped('no_mobile')
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: 'Operator’s console' })).toBeVisible()
  await expectGoodForAll(page)
  await enter(page)
  await expect(page.getByRole('banner').getByText(OLIVE)).toBeVisible()
  await page.getByRole('searchbox').fill('whitlock elec')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Whitlock Electrical' }) })
  await expect(row.first()).toBeVisible()
  await expectGoodForAll(page)

  await page.goto(`/operator/businesses/${owner.businessId}`)
  await expect(page.getByRole('cell', { name: 'No mobile number we could text.' })).toBeVisible()
  await expectGoodForAll(page)
  await page.getByRole('button', { name: 'Grant funds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Grant Whitlock Electrical funds' })
  await dialog.getByLabel('Amount').fill('20')
  await dialog.getByRole('button', { name: 'Grant' }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Goodwill after the outage')
  await expectGoodForAll(page)
  await dialog.getByRole('button', { name: 'Grant' }).click()
  await expect(page.getByText('Whitlock Electrical has $20.00 more.')).toBeVisible()
  await expect(page.getByText('$38.40', { exact: false }).first()).toBeVisible()
  await expect(page.getByText('“Goodwill after the outage”')).toBeVisible()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByText('granted funds ($20.00)').first()).toBeVisible()
  await expectGoodForAll(page)
})

test('a business is paused, and its owner reads why on her screens', async ({ page, owner, context }) => {
  await enter(page)
  await page.goto(`/operator/businesses/${owner.businessId}`)
  await page.getByRole('button', { name: 'Pause' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause Whitlock Electrical?' })
  await dialog.getByLabel('Reason').fill('Customers complain about texts')
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused by us')).toBeVisible()
  const hers = await context.newPage()
  await hers.goto('/dashboard')
  await expect(hers.getByText('Our support has paused your review requests')).toBeVisible()
  await hers.goto('/dashboard?tab=sms')
  await expect(hers.getByText('“Customers complain about texts”')).toBeVisible()
  await expectGoodForAll(hers)
})

test('who is no operator reads so, and signing out closes the console', async ({ page }) => {
  await page.goto('/operator')
  await page.getByRole('link', { name: 'Sign in as an operator' }).click()
  await choosePerson(page, 'tane@parata-painting.example')
  await expect(page.getByText('not among the operators')).toBeVisible()
  await expectGoodForAll(page)
  await enter(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in as an operator' })).toBeVisible()
})
