import { expect, hoursAgo, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot as shootLook } from './shoot.ts'

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    // What was on its way when erasing signed her out is refused.
    test.use({ ...asLook(look), expectedComplaints: [/status of 401/] })

    test('erasing, removed customers, and who has downloaded', async ({ page, product, owner }) => {
      const shoot = (name: string) => shootLook(page, name, look)
      product.sandbox.xero.provision(owner.tenantId)
      await owner.skipped('no_mobile')
      await owner.texted({ sent_at: hoursAgo(2) })
      await owner.texted({
        sent_at: hoursAgo(3),
        customer_name: null,
        customer_phone: null,
        removed_after_months: 24,
      })
      await owner.texted({
        sent_at: hoursAgo(4),
        customer_name: null,
        customer_phone: null,
        removed_after_months: 0,
      })
      await page.goto('/dashboard')
      await page.getByText('Customer removed after 24 months').click()
      await page.getByText('Its words are not kept any more.').waitFor()
      await shoot('removed-customers')

      await page.goto('/dashboard?tab=account')
      for (const name of ['Export invoices (CSV)', 'Export everything (JSON)']) {
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name }).click()
        await download
      }
      await page.getByText('Downloads so far').click()
      await expect(page.getByRole('list', { name: 'Downloads so far' }).getByRole('listitem')).toHaveCount(2)
      await page.getByRole('combobox', { name: 'A customer who wants nothing kept' }).fill('sam')
      await page.getByRole('option', { name: 'Sam Green' }).first().waitFor()
      await shoot('erase-account-page')
      await page.getByRole('option', { name: 'Sam Green' }).first().click()
      await page.getByText('Name and reference go from').waitFor()
      await shoot('erase-customer')
      await page.getByRole('button', { name: 'Keep' }).click()
      await page.getByRole('button', { name: 'Erase my business' }).click()
      await page.getByLabel(/^Type/).fill('whitlock electrical')
      await shoot('erase-business')
      await page.getByRole('button', { name: 'Erase in 7 days' }).click()
      await page.getByText('Your business is erased on').waitFor()
      await shoot('erase-asked')
    })
  })
}
