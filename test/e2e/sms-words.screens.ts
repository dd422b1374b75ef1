import type { Page } from '@playwright/test'
import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot as shootLook } from './shoot.ts'

const LONG_NAME =
  'The Owners of Strata Plan 447120, Harbourside Towers North and South (care of Coogee Strata)'

for (const look of LOOKS) {
  const shoot = (page: Page, name: string): Promise<void> => shootLook(page, name, look)

  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/status of (409|503)/] })

    test('what the message had better not say, the pace, and hours that cannot be', async ({
      page,
      owner,
    }) => {
      await owner.setBusiness({
        pace_per_hour: 20,
        pace_per_day: 60,
        ask_first_at: 1020,
        sending_from: 480,
        sending_until: 1200,
      })
      await page.goto('/dashboard?tab=sms')
      await page
        .getByLabel('Your message')
        .fill('Hi {firstName}, please mention Dave in a 5 star review on our tablet {reviewLink}')
      await page.getByText('Google does not allow asking customers to name staff').waitFor()
      await page.getByRole('combobox', { name: 'Send from' }).selectOption('1200')
      await page.getByRole('combobox', { name: 'Pace' }).selectOption('At most 20 a day')
      await shoot(page, 'sms-doubts')
    })

    test('whom a text is from where it comes from one of several shared numbers', async ({ page }) => {
      await page.route('**/api/sms/template', async (route) => {
        const response = await route.fetch()
        const { sender, ...template } = await response.json()
        await route.fulfill({ response, json: { ...template, sender: { ...sender, name: null } } })
      })
      await page.goto('/dashboard?tab=sms')
      await page.getByText('from numbers that other businesses share').waitFor()
      await expect(page.getByRole('figure').first()).toContainText('A shared number')
      await shoot(page, 'sms-shared-number')
    })

    test('words to leave out that cannot be', async ({ page, owner }) => {
      await owner.setBusiness({ excluded_words: ['Strata', 'Council'], invoice_words: ['Warranty'] })
      await page.goto('/dashboard?tab=sms')
      await page.getByLabel('A word to leave out').fill(LONG_NAME.replace(',', ''))
      await page.getByText('at most 60 letters').waitFor()
      const word = page.getByLabel('A word on invoices to leave out')
      await word.fill('D')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByText('at least 2 letters; “D” has 1.').waitFor()
      await shoot(page, 'sms-words-refused')
    })

    test('what is left out, many and long, and what Xero does not tell', async ({ page, product, owner }) => {
      const { db } = product.parts
      await owner.setBusiness({
        excluded_words: ['Strata', 'Council', 'Body Corporate', 'Insurance Australia Group Limited', 'Ltd'],
        invoice_words: ['Warranty', 'Callback under warranty without a charge'],
      })
      await db
        .insertInto('excluded_contacts')
        .values(
          [LONG_NAME, 'Bo'].map((name) => ({
            business_id: owner.businessId,
            tenant_id: owner.tenantId,
            contact_id: crypto.randomUUID(),
            name,
          })),
        )
        .execute()
      await owner.setOrganisation({ day_remaining: 0, day_read_at: new Date() })
      await page.goto('/dashboard?tab=sms')
      await page.getByRole('button', { name: 'Choose from Xero' }).click()
      await page.getByText('the rest of today is kept for paid invoices').waitFor()
      await page.getByRole('combobox', { name: 'Customers to leave out' }).fill('q')
      await shoot(page, 'sms-left-out')
      product.sandbox.xero.provision(owner.tenantId)
      await owner.setOrganisation({ day_remaining: 900 })
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText('Xero has no contact groups and no tracking yet.')).toBeVisible()
      await shoot(page, 'sms-no-groups')
    })
  })
}
