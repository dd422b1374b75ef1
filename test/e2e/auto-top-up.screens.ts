import type { Page } from '@playwright/test'
import { chargeIfLow } from '../../server/payments/auto-top-ups/charge-low-funds.ts'
import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Automatic top-up' })

const agree = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Set up automatic top-up' }).click()
  await page.getByLabel('When funds fall below').fill('20')
  await page.getByRole('checkbox').check()
}

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/ERR_FAILED/] })

    test('funds that fill up by themselves', async ({ page, product, owner }) => {
      await page.goto('/dashboard?tab=account')
      await page.getByRole('link', { name: 'Set up', exact: true }).click()
      await expect(section(page)).toBeFocused()
      await shoot(page, 'top-up-by-its-link', look, { whole: false })
      await page.goto('/dashboard?tab=top-up')
      await section(page).getByText('Off', { exact: true }).waitFor()
      await shoot(page, 'top-up-off', look)
      await agree(page)
      await shoot(page, 'top-up-consent', look)
      await page.getByRole('button', { name: 'Continue to save a card' }).click()
      await page.getByRole('heading', { name: 'Save a card' }).waitFor()
      await page.getByText('Other cards').click()
      await shoot(page, 'top-up-card', look)
      await page.getByRole('button', { name: 'Save card', exact: true }).click()
      await section(page).getByText('On', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await shoot(page, 'top-up-on', look)
      await page.route('**/api/auto-top-up/card', (route) => route.abort())
      await section(page).getByRole('button', { name: 'Remove card' }).click()
      const question = page.getByRole('dialog', { name: 'Remove your card?' })
      await question.getByRole('button', { name: 'Remove card' }).click()
      await question.getByRole('alert').waitFor()
      await shoot(page, 'top-up-card-not-removed', look)
      await question.getByRole('button', { name: 'Keep it' }).click()
      expect(await chargeIfLow(product.parts, owner.businessId)).toBe('credited')
      await page.goto('/dashboard?tab=account')
      await page.getByText('by card, automatically').waitFor()
      await shoot(page, 'account-topped-up', look)
      await product.parts.db
        .updateTable('auto_top_ups')
        .set({ paused_reason: 'authentication', paused_at: new Date() })
        .where('business_id', '=', owner.businessId)
        .execute()
      await page.goto('/dashboard?tab=top-up')
      await section(page).getByText('Paused', { exact: true }).waitFor()
      await shoot(page, 'top-up-paused', look)
      await page.goto(`${product.sandbox.url}/payments`)
      await page.getByText('saved card').first().waitFor()
      await shoot(page, 'sandbox-payments', look)
      await page.goto('/dashboard?payment=success')
      await page.getByText('We are checking').waitFor()
      await shoot(page, 'payment-unverified', look)
    })
  })
}
