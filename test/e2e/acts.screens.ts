import type { Page } from '@playwright/test'
import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot as shootLook } from './shoot.ts'

for (const look of LOOKS) {
  const shoot = (page: Page, name: string): Promise<void> => shootLook(page, name, look)

  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/status of (409|503)/] })

    test('amounts, exports, own links, words and what another window saved', async ({
      page,
      product,
      owner,
    }) => {
      await page.goto('/dashboard?tab=top-up')
      await page.getByRole('textbox', { name: /own amount/ }).fill('1.000')
      await shoot(page, 'amount-ambiguous')
      await page.getByRole('textbox', { name: /own amount/ }).fill('$75')
      product.sandbox.faults.ask({ stripe5xx: {} })
      await page.getByRole('button', { name: 'Pay $75.00' }).click()
      await page.getByText('Stripe is not answering').waitFor()
      await shoot(page, 'stripe-down')
      product.sandbox.faults.clear()

      await page.goto('/dashboard?tab=account')
      await page.getByRole('button', { name: 'Export invoices (CSV)' }).waitFor()
      await shoot(page, 'export')

      await page.goto('/dashboard?tab=google')
      await page.getByRole('button', { name: 'Use my own link' }).click()
      await page.getByLabel('Your own link').fill('https://g.page/r/CabcDEF123/review')
      await page.getByRole('button', { name: 'Save link' }).click()
      await page.getByRole('button', { name: 'Change my own link' }).waitFor()
      await shoot(page, 'own-review-link')

      await page.goto('/dashboard?tab=sms')
      await page.getByLabel('Your message').fill(`Hi {firstName}, ${'how did we do '.repeat(10)}{reviewLink}`)
      await page.getByText('costs double').waitFor()
      await page.getByRole('textbox', { name: 'A word to leave out' }).fill('x'.repeat(61))
      await shoot(page, 'sms-double-and-long-word')
      await page.getByRole('textbox', { name: 'A word to leave out' }).fill('Strata')
      await owner.setBusiness({ cooldown_days: 30 })
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByText('was not saved, because').waitFor()
      await shoot(page, 'settings-changed-meanwhile')

      product.sandbox.xero.provision(owner.tenantId)
      for (const name of ['Builders', 'Friends and family', 'Insurance work'])
        product.sandbox.xero.addContactGroup(owner.tenantId, name)
      product.sandbox.xero.addTrackingCategory(owner.tenantId, 'Region', ['North', 'South'])
      await page.reload()
      await page.getByLabel('Smallest amount in AUD').fill('1.000')
      await page.getByLabel('Leave them out').check()
      await page.getByRole('button', { name: 'Choose from Xero' }).click()
      await page.getByLabel('Builders').check()
      await page.getByLabel('Region: South').check()
      await page.getByRole('heading', { name: 'Who is not asked' }).scrollIntoViewIfNeeded()
      await shoot(page, 'sms-rules')

      await page.goto('/dashboard?tab=xero')
      await page.getByRole('button', { name: /^Disconnect/ }).click()
      await expect(page.getByRole('dialog')).toContainText('picked up at once')
      await shoot(page, 'disconnect-dialog')
    })
  })
}
