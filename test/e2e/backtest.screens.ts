import { writeWeeksInXero } from '../support/weeks-in-xero.ts'
import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/status of (409|503)/] })

    test('what would have happened, read, empty, and tried on a draft', async ({ page, product, owner }) => {
      product.sandbox.xero.provision(owner.tenantId).invoices.clear()
      await page.goto('/dashboard?tab=backtest')
      await expect(page.getByText('No invoice was paid')).toBeVisible()
      await shoot(page, 'backtest-empty', look)
      writeWeeksInXero(product, owner.tenantId)
      product.sandbox.faults.ask({ xeroSlow: { count: 2, ms: 1_500 } })
      await page.getByRole('button', { name: 'Check again' }).click()
      await page.getByText(/Reading \d+ paid invoices/).waitFor()
      await shoot(page, 'backtest-reading', look)
      await page.getByRole('heading', { level: 2, name: /would have led/ }).waitFor()
      await shoot(page, 'backtest', look)
      await page.goto('/dashboard?tab=sms')
      await page.getByRole('combobox', { name: 'Cooldown' }).selectOption('0')
      await shoot(page, 'backtest-sms', look)
      await page.getByRole('button', { name: 'Try on the last 30 days' }).click()
      await page.getByText(/paid invoices would have led/).waitFor()
      await shoot(page, 'backtest-tried', look)
    })
  })
}
