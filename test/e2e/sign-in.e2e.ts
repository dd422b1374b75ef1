import { expect, expectAccessible, test } from './fixtures.ts'

test('the sign-in page has one button and the way to a new account', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button')).toHaveText(['Continue with Google'])
  await page.getByRole('link', { name: 'create a new account' }).click()
  await expect(page).toHaveURL('/register')
  await expect(page.getByText('Simply sign in with Google to create your account')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in here' }).click()
  await expect(page).toHaveURL('/login')
  await expectAccessible(page)
})

test('somebody new is led from the sign-in to onboarding', async ({ page, signIn }) => {
  const who = await signIn(page)
  await expect(page).toHaveURL('/onboarding')
  await expect(page.getByText(who.email)).toBeVisible()
  await expectAccessible(page)
})
