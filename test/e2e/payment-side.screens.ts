import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/status of 40[149]/] })

    test('leaving for a payment, and coming back otherwise than by paying', async ({ page }) => {
      await page.goto('/payment/success?session_id=cs_test_nobody')
      await expect(page.getByRole('heading', { name: 'We could not find this payment' })).toBeVisible()
      await shoot(page, 'payment-unknown', look)
      await page.goto('/dashboard?tab=top-up')
      await page.getByRole('button', { name: /^Pay/ }).click()
      await page.waitForURL(/\/stripe\/pay\/cs_test_/)
      await page.goto('/dashboard?tab=account')
      await page.getByRole('button', { name: 'Deactivate account' }).click()
      await expect(page.getByText('so your account stays active')).toBeVisible()
      await shoot(page, 'payment-under-way', look)
      await page.getByRole('button', { name: 'Cancel the payment' }).click()
      await expect(page.getByText('The payment is cancelled.')).toBeVisible()
      await page.getByRole('button', { name: 'Deactivate account' }).click()
      await page.getByRole('dialog').waitFor()
      await shoot(page, 'deactivate-dialog', look)
      await page.context().clearCookies()
      await page.goto('/payment/success?session_id=cs_test_nobody')
      await expect(page.getByRole('heading', { name: 'Sign in to see this payment' })).toBeVisible()
      await shoot(page, 'payment-sign-in', look)
      await page.goto('/dashboard?payment=success')
      await expect(page.getByRole('heading', { name: 'Sign in to see your dashboard' })).toBeVisible()
      await shoot(page, 'payment-return-sign-in', look)
    })
  })
}
