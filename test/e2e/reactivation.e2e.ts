import { plantSession } from '../support/e2e-person.ts'
import { choosePerson, choosePersonIfAsked, expect, goLive, test } from './fixtures.ts'

test.use({ expectedComplaints: [/status of 40[139]/] })

test('the way back for deactivated accounts calls no other account deactivated [2.12]', async ({ page }) => {
  await page.goto('/auth/reactivate?deactivated=true')
  await expect(page.getByRole('heading', { name: 'Reactivate your account' })).toBeVisible()
  await expect(page.getByText('If your account is deactivated')).toBeVisible()
  await expect(page.getByText('a request to erase your business, if there is one')).toBeVisible()
})

test('the way back, found without a mail, leads whose account is active to her dashboard [2.12]', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  await goLive(page)
  await page.goto('/auth/reactivate')
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await page.context().clearCookies()
  await page.goto('/auth/reactivate')
  await expect(page.getByRole('heading', { name: 'Reactivate your account' })).toBeVisible()
})

test('the way back in a mail is for another account than the one that is signed in, too [2.12]', async ({
  page,
  signIn,
}) => {
  const other = await signIn(page)
  await expect(page.getByText(other.email)).toBeVisible()
  await page.evaluate(() => fetch('/api/auth/deactivate', { method: 'POST' }))
  await page.context().clearCookies({ name: 'goodword-session' })
  const { email } = await signIn(page)
  await expect(page.getByText(email)).toBeVisible()
  await page.goto('/auth/reactivate?deactivated=true')
  await expect(page.getByText(`You are signed in as ${email}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Reactivate with Google' }).click()
  await choosePerson(page, other.email)
  await expect(page.getByText(other.email)).toBeVisible()
  await expect(page).toHaveURL('/onboarding')
})

test('who confirms with an account that is active reads that the one she meant is not back', async ({
  page,
  signIn,
}) => {
  const active = await signIn(page)
  await expect(page.getByText(active.email)).toBeVisible()
  await page.context().clearCookies({ name: 'goodword-session' })
  const meant = await signIn(page)
  await expect(page.getByText(meant.email)).toBeVisible()
  await page.evaluate(() => fetch('/api/auth/deactivate', { method: 'POST' }))
  await page.goto('/auth/reactivate?deactivated=true')
  await page.getByRole('button', { name: 'Reactivate with Google' }).click()
  await choosePerson(page, active.email)
  await expect(page.getByText(`You are signed in as ${active.email}. That account is active.`)).toBeVisible()
  await expect(page.getByText('To bring another account back, confirm with Google')).toBeVisible()
  await page.getByRole('button', { name: 'Reactivate with Google' }).click()
  await choosePerson(page, meant.email)
  await expect(page).toHaveURL('/onboarding')
})

test.describe('a deactivated account', () => {
  test('is stopped after a question, and comes back by Google and Xero [2.34]', async ({ page, signIn }) => {
    const who = await signIn(page)
    await goLive(page)
    const other = await page.context().newPage()
    await other.goto('/dashboard')
    await expect(other.getByRole('heading', { name: 'Timeline' })).toBeVisible()

    await page.goto('/dashboard?tab=account')
    const kept = 'a saved card. Your funds, your history and your choice of business are kept'
    await expect(page.getByText(kept)).toBeVisible()
    await page.getByRole('button', { name: 'Deactivate account' }).click()
    await expect(page.getByRole('dialog')).toContainText('You are signed out here and everywhere else.')
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Deactivate account' }).click()
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(page).toHaveURL('/auth/reactivate?deactivated=true')
    await expect(page.getByRole('heading', { name: 'Your account is deactivated' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reactivate with Google' })).toBeVisible()
    await expect(page.getByText(/eras/)).toHaveCount(0)
    await expect(other).toHaveURL('/auth/reactivate?deactivated=true')

    await page.getByRole('button', { name: 'Reactivate with Google' }).click()
    await choosePersonIfAsked(page, who.email, page.getByRole('heading', { name: 'Welcome back' }))
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeFocused()
    await expect(page).toHaveURL('/auth/reactivate')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await other.reload()
    await expect(other.getByText(`You are signed in as ${who.email}`)).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Reactivate your account' })).toBeVisible()
    const popup = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Connect Xero Account' }).click()
    await (await popup).getByRole('button', { name: 'Allow access' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  })

  test('that is still signed in elsewhere is shown the way back at its next call [2.12] [4.12]', async ({
    page,
    arrive,
    browser,
    product,
  }) => {
    const { userId } = await arrive(page)
    const search = page.getByRole('combobox', { name: 'Your business' })
    const elsewhere = await browser.newContext({ baseURL: product.url })
    const phone = await elsewhere.newPage()
    await plantSession(phone, product, userId)
    await phone.goto('/onboarding')
    await expect(phone.getByRole('heading', { name: 'Find your business' })).toBeVisible()
    expect(
      await phone.evaluate(async () => (await fetch('/api/auth/deactivate', { method: 'POST' })).status),
    ).toBe(204)
    await elsewhere.close()

    await search.fill('plumbing')
    await expect(page).toHaveURL('/auth/reactivate?deactivated=true')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your account is deactivated' })).toBeVisible()
  })

  test('that signs in again is shown the way back', async ({ page, signIn }) => {
    const who = await signIn(page)
    await expect(page.getByText(who.email)).toBeVisible()
    await page.evaluate(() => fetch('/api/auth/deactivate', { method: 'POST' }))
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await choosePersonIfAsked(page, who.email, page.getByRole('heading', { name: 'deactivated' }))
    await expect(page).toHaveURL('/auth/reactivate?deactivated=true')
  })
})
