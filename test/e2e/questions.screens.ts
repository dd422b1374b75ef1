import type { Page } from '@playwright/test'
import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot as shootLook } from './shoot.ts'

for (const look of LOOKS) {
  const shoot = (page: Page, name: string): Promise<void> => shootLook(page, name, look)

  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/ERR_FAILED/] })

    test('what asks before links move, or changes are lost', async ({ page }) => {
      await page.goto('/dashboard?tab=google')
      await page.getByRole('button', { name: 'Use my own link' }).click()
      await page.getByLabel('Your own link').fill('https://g.page/r/CabcDEF123/review')
      await page.getByRole('button', { name: 'Save link' }).click()
      await page.getByRole('button', { name: 'Change my own link' }).waitFor()
      await page.getByRole('button', { name: 'Change business' }).click()
      await page.getByRole('combobox', { name: 'Your business' }).fill('plumbing')
      const found = page.locator('[role=listbox][aria-busy=false]').getByRole('option').first()
      await found.waitFor()
      await shoot(page, 'change-business-search')
      await found.click()
      const which = page.getByRole('dialog', { name: 'Is this your business?' })
      await which.waitFor()
      await shoot(page, 'change-business')
      await page.route('**/api/google/business', (route) => route.abort())
      await which.getByRole('button', { name: 'Yes, change to it' }).click()
      await which.getByRole('alert').waitFor()
      await shoot(page, 'change-business-lost')

      await page.goto('/dashboard?tab=sms')
      await page.getByLabel('Your message').fill('Half a thought {reviewLink}')
      await page.getByRole('button', { name: look.width < 768 ? 'Menu' : 'Sign Out', exact: true }).click()
      if (look.width < 768) await page.getByRole('button', { name: 'Sign Out' }).click()
      const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
      await leave.waitFor()
      await shoot(page, 'sign-out-question')
      await leave.getByRole('button', { name: 'Keep editing' }).click()
      await shoot(page, 'sign-out-stayed')
      await page.getByRole('button', { name: 'Undo changes' }).click()

      await page.goto('/dashboard?tab=comparison')
      await page.getByRole('textbox', { name: 'The other message' }).fill('Hello {firstName} {reviewLink}')
      await page.getByRole('link', { name: 'Goodword' }).first().click()
      await leave.waitFor()
      await shoot(page, 'comparison-leave')
      await leave.getByRole('button', { name: 'Keep editing' }).click()
      await shoot(page, 'comparison-stayed')
    })

    test('the choice before fades until the new one is there', async ({ page, owner }) => {
      await owner.texted()
      await owner.texted({ customer_name: 'Noor Haddad' })
      await owner.skipped('no_mobile')
      await page.goto('/dashboard?tab=activity')
      await page.getByRole('article').nth(2).waitFor()
      await page.route(/\/api\/activity.*outcome=texted/, () => undefined)
      await page.getByRole('button', { name: '2 Texted', exact: true }).click()
      await expect(page.locator('[aria-busy=true]').first()).toHaveCSS('opacity', '0.6')
      await shoot(page, 'activity-stale')
    })
  })
}
