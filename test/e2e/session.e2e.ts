import type { Page } from '@playwright/test'
import { choosePerson, expect, goLive, stopTime, test } from './fixtures.ts'

test.use({ expectedComplaints: [/status of 40[139]/] })

const forgetSession = async (page: Page): Promise<void> => {
  const ours = (await page.context().cookies()).filter(
    ({ name }) => /session/i.test(name) && !/_session/.test(name),
  )
  for (const { name } of ours) await page.context().clearCookies({ name })
}

/** How often this page has asked the issuer, not us, for a sign-in without a prompt. */
const countSilentTries = (page: Page): (() => number) => {
  let tries = 0
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/google/auth') && searchParams.get('prompt') === 'none') tries += 1
  })
  return () => tries
}

test('signing out in one tab signs out the others', async ({ page, signIn }) => {
  await signIn(page)
  await expect(page).toHaveURL('/onboarding')
  const other = await page.context().newPage()
  await other.goto('/onboarding')
  await expect(other.getByRole('heading', { name: 'Find your business' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('You have signed out.')).toBeVisible()
  await expect(other).toHaveURL('/login')
  await expect(other.getByText('You signed out in another tab.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You have signed out.')).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
})

test('the back button shows nothing of an account that was signed out', async ({ page, signIn }) => {
  const who = await signIn(page)
  await expect(page.getByText(who.email)).toBeVisible()
  await page.goto('/welcome/')
  const other = await page.context().newPage()
  await other.goto('/onboarding')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(who.email)).toHaveCount(0)
})

test('a session that has ended leads to the sign-in page at the next call [4.10]', async ({
  page,
  arrive,
}) => {
  await arrive(page)
  const search = page.getByRole('combobox', { name: 'Your business' })
  await page.context().clearCookies()
  await search.fill('plumbing')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
})

test('who signs in again is back where her session ended [2.15]', async ({ page, signIn }) => {
  const { email } = await signIn(page)
  await expect(page).toHaveURL('/onboarding')
  await page.goto('/codes')
  await expect(page.getByRole('heading', { name: 'My QR codes' })).toBeVisible()
  await forgetSession(page)
  await page.evaluate(() => localStorage.removeItem('goodword.was-signed-in'))
  const other = await page.context().newPage()
  await other.goto('/codes')
  await expect(other).toHaveURL('/login')
  await other.getByRole('button', { name: 'Continue with Google' }).click()
  await choosePerson(other, email)
  await expect(other).toHaveURL('/codes')
})

test('on arrival a lost session is renewed through Google once, without a prompt [4.14]', async ({
  page,
  signIn,
}) => {
  const who = await signIn(page)
  await expect(page.getByText(who.email)).toBeVisible()
  await forgetSession(page)
  const tries = countSilentTries(page)
  await page.goto('/onboarding')
  await expect(page.getByText(who.email)).toBeVisible()
  await expect(page).toHaveURL('/onboarding')
  expect(tries()).toBe(1)
})

test('where no person is signed in at Google either, the sign-in page follows [4.14]', async ({
  page,
  signIn,
}) => {
  const who = await signIn(page)
  await expect(page.getByText(who.email)).toBeVisible()
  await page.context().clearCookies()
  const tries = countSilentTries(page)
  await page.goto('/onboarding')
  await expect(page).toHaveURL('/login')
  expect(tries()).toBe(1)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  expect(tries()).toBe(1)
})

for (const [payment, words] of [
  ['success', 'If you have just paid, your payment is safe'],
  ['cancelled', 'If you have just left the payment page, nothing was charged'],
] as const) {
  test(`on the way back from a payment, ${payment}, the page stays open [2.9] [4.11]`, async ({ page }) => {
    await page.goto(`/dashboard?payment=${payment}`)
    await expect(page.getByRole('heading', { name: 'Sign in to see your dashboard' })).toBeVisible()
    await expect(page.getByText(words)).toBeVisible()
    await expect(page).toHaveURL(`/dashboard?payment=${payment}`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await choosePerson(page)
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard/)
  })
}

test('the dashboard is for those who are onboarded, except on the way back from a payment [2.9]', async ({
  page,
  arrive,
}) => {
  await arrive(page)
  await expect(page).toHaveURL('/onboarding')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/onboarding')
  for (const payment of ['success', 'cancelled']) {
    await page.goto(`/dashboard?payment=${payment}`)
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
    await expect(page).toHaveURL(`/dashboard?payment=${payment}`)
  }
  await page.goto('/onboarding')
  await goLive(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test('whoever comes back from a payment without a business is told so, and asks each question a few times at most', async ({
  page,
  arrive,
}) => {
  await arrive(page)
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/sms/template') asked += 1
  })
  await stopTime(page)
  await page.goto('/dashboard?payment=cancelled')
  await expect(page.getByRole('heading', { level: 1, name: 'Timeline' })).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(page.getByText('Your requests could not be loaded.')).toBeVisible()
  expect(asked).toBeLessThanOrEqual(3)
})

test('signing out is refused while a payment is in progress, for an hour at most', async ({
  page,
  arrive,
}) => {
  await arrive(page)
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  await expect(signOut).toBeVisible()
  const startCheckout = (minutesAgo: number) =>
    page.evaluate(
      (at) => localStorage.setItem('goodword.checkout-started', String(at)),
      Date.now() - minutesAgo * 60_000,
    )
  await startCheckout(59)
  await signOut.click()
  await expect(page.getByText('A payment is in progress')).toBeVisible()
  await expect(page).toHaveURL('/onboarding')
  await startCheckout(60)
  await signOut.click()
  await expect(page).toHaveURL('/login')
})

test.describe('without a network', () => {
  test.use({ expectedComplaints: [/ERR_CONNECTION_FAILED/] })
  test('a sign-out that could not reach the server says so, and the session stays', async ({
    page,
    arrive,
  }) => {
    await arrive(page)
    const signOut = page.getByRole('button', { name: 'Sign Out' })
    await expect(signOut).toBeVisible()
    await page.route('**/api/auth/logout', (route) => route.abort('connectionfailed'))
    await signOut.click()
    await expect(page.getByText('We could not reach Goodword.')).toBeVisible()
    await expect(page).toHaveURL('/onboarding')
    await page.unroute('**/api/auth/logout')
    await signOut.click()
    await expect(page).toHaveURL('/login')
  })
})
