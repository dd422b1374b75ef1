import type { Page } from '@playwright/test'
import { expect, pickBusiness, test } from './fixtures.ts'
import { asLook, LOOKS, shoot as shootLook } from './shoot.ts'

// Listed on the account chooser, and new to the product: the pictures stay the same from run to run.
const OWNERS = ['siobhan@', 'marcus.bell@', 'farida@', 'tane@']

for (const look of LOOKS) {
  const shoot = (page: Page, name: string): Promise<void> => shootLook(page, name, look)

  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/status of 40[01]/] })

    test('the pages in front of the sign-in', async ({ page }) => {
      await page.goto('/welcome/')
      await shoot(page, 'welcome')
      await page.goto('/login')
      await page.getByRole('button').waitFor()
      await shoot(page, 'login')
      await page.goto('/register')
      await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
      await shoot(page, 'register')
      await page.goto('/auth/callback?error=email-unverified')
      await page.getByRole('alert').waitFor()
      await shoot(page, 'sign-in-failed')
      await page.goto('/auth/reactivate?deactivated=true')
      await page.getByRole('button').waitFor()
      await shoot(page, 'reactivate')
    })

    test('onboarding and the dashboard', async ({ page, signIn }) => {
      await signIn(page, OWNERS[LOOKS.indexOf(look)])
      const search = page.getByRole('combobox', { name: 'Your business' })
      await search.waitFor()
      await shoot(page, 'onboarding-find')
      await search.fill('zzzzqq')
      await page.getByText('No businesses found.').waitFor()
      await shoot(page, 'onboarding-nothing-found')
      await search.fill('plumb')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      await shoot(page, 'onboarding-results')
      await pickBusiness(page, 'whitlock')
      await shoot(page, 'onboarding-chosen')
      await page.getByRole('button', { name: 'Continue to Xero Setup' }).click()
      const connect = page.getByRole('button', { name: 'Connect Xero Account' })
      await expect(connect).toBeEnabled()
      await shoot(page, 'onboarding-xero')
      const opening = page.waitForEvent('popup')
      await connect.click()
      const popup = await opening
      await shoot(page, 'onboarding-connecting')
      await popup.waitForLoadState()
      await popup.close()
      await page.getByText('Connection was cancelled or failed. Please try again.').waitFor()
      await shoot(page, 'onboarding-cancelled')
      await page.evaluate(() => {
        window.open = () => null
      })
      await connect.click()
      await page.getByText('Your browser blocked the Xero window.').waitFor()
      await shoot(page, 'onboarding-blocked')
      await page.getByRole('button', { name: 'Continue in this tab' }).click()
      await page.getByText('A new organisation').click()
      await page.getByLabel('Name of the new organisation').fill('Harbour Works Ltd')
      await page.getByRole('button', { name: 'Allow access' }).click()
      await page.getByText('Xero is connected. Taking').waitFor()
      await shoot(page, 'onboarding-connected')
      await page.getByText('Your first request will appear here').waitFor()
      await shoot(page, 'timeline-empty')
      await page.goto('/dashboard?tab=account')
      await page.getByRole('button', { name: 'Deactivate account' }).click()
      await shoot(page, 'deactivate')
      await page.keyboard.press('Escape')
      await page.context().setOffline(true)
      await page.getByText('You are offline.').waitFor()
      await shoot(page, 'offline')
      await page.context().setOffline(false)
      await page.goto('/auth/reactivate?deactivated=true')
      await page.getByText('You are signed in as').waitFor()
      await shoot(page, 'reactivate-signed-in')
      const user = { email: `${'a.very.long.name'.repeat(4)}@plumbing-and-gas-fitting.example` }
      await page.route('**/api/auth/me', (route) => route.fulfill({ json: { user } }))
      await page.reload()
      await page.getByText(user.email).waitFor()
      await shoot(page, 'reactivate-long-address')
    })
  })
}
