import { asSystem } from '../../server/database/database.ts'
import { newSecret } from '../../server/platform/seal.ts'
import { issueOneTimeToken } from '../../server/sessions/one-time-token.ts'
import { test as withOwner } from './dashboard-fixtures.ts'
import { choosePerson, expect, stopTime, test } from './fixtures.ts'

test('the sign-in page has one button and the way to a new account, and back [1.6] [2.2] [5.8]', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button')).toHaveText(['Continue with Google'])
  await expect(page.locator('input, form, textarea')).toHaveCount(0)
  await page.getByRole('link', { name: 'create a new account' }).click()
  await expect(page).toHaveURL('/register')
  await expect(page.getByText('Simply sign in with Google to create your account')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in here' }).click()
  await expect(page).toHaveURL('/login')
})

for (const address of ['/register', '/registration']) {
  test(`${address} welcomes, with the one button and the way back to signing in [2.3]`, async ({ page }) => {
    await page.goto(address)
    await expect(
      page.getByText('Simply sign in with Google to create your account', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await expect(page.locator('input, form, textarea')).toHaveCount(0)
    await page.getByRole('link', { name: 'Sign in here' }).click()
    await expect(page).toHaveURL('/login')
  })

  test(`on ${address} three hints take turns, three seconds each [2.4] [9.3]`, async ({ page }) => {
    await stopTime(page)
    await page.goto(address)
    await page.clock.runFor(400)
    const hints = page.getByRole('region', { name: 'How it works' })
    for (const title of [
      'Link your Google Business Profile',
      'Connect Xero',
      'Automate review requests',
      'Link your Google Business Profile',
    ]) {
      await expect(hints.getByText(title, { exact: true })).toBeVisible()
      await expect(hints.locator('b:visible')).toHaveCount(1)
      await page.clock.runFor(2400)
      await expect(hints.locator('b:visible')).toHaveText(title)
      await page.clock.runFor(600)
    }
    await hints.getByRole('button', { name: 'Pause' }).click()
    await page.mouse.move(0, 0)
    await page.getByRole('link', { name: 'Sign in here' }).focus()
    const shown = await hints.locator('b:visible').innerText()
    await page.clock.runFor(9000)
    await expect(hints.locator('b:visible')).toHaveText(shown)
  })
}

test('with reduced motion all three hints are shown, without an animation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/register')
  await expect(page.getByRole('list', { name: 'How it works' }).getByRole('listitem')).toHaveCount(3)
})

test('a new person is led from the sign-in to onboarding, and no token stays behind [2.15]', async ({
  page,
  signIn,
}) => {
  const who = await signIn(page)
  await expect(page).toHaveURL('/onboarding')
  await expect(page.getByText(who.email)).toBeVisible()
  await page.goBack()
  expect(page.url()).not.toContain('token')
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toMatch(/token/i)
  const cookies = await page.context().cookies(page.url())
  expect(cookies.filter(({ name }) => /session/i.test(name)).every(({ httpOnly }) => httpOnly)).toBe(true)
})

test.describe('the way back from Google, when it went wrong,', () => {
  test.use({ expectedComplaints: [/status of 4\d\d/] })
  const cases = [
    ['/auth/callback?error=failed', 'Authentication failed. Please try again.'],
    ['/auth/callback?error=', 'Authentication failed. Please try again.'],
    [`/auth/callback?error=failed&token=${'a'.repeat(43)}`, 'Authentication failed. Please try again.'],
    ['/auth/callback', 'No authentication token received.'],
    ['/auth/callback?token=', 'No authentication token received.'],
    [`/auth/callback?token=${'a'.repeat(43)}`, 'Failed to complete authentication. Please try again.'],
    ['/auth/callback?token=short', 'Failed to complete authentication. Please try again.'],
  ] as const
  test('each address says so and leads to the sign-in page after 3 seconds [2.5] [2.14] [2.16] [8.1] [9.5]', async ({
    page,
  }) => {
    test.setTimeout(60_000)
    await stopTime(page)
    for (const [address, words] of cases) {
      await test.step(address, async () => {
        await page.goto(address)
        // React shows a page that it had to fetch a moment later: by the page's own time.
        await page.clock.runFor(400)
        await expect(page.getByRole('alert')).toContainText(words)
        await expect(page).toHaveURL('/auth/callback')
        await page.clock.runFor(2500)
        await expect(page).toHaveURL('/auth/callback')
        await page.clock.runFor(600)
        await expect(page).toHaveURL('/login')
      })
    }
  })
})

for (const redirect of ['onboarding', 'dashboard']) {
  withOwner(
    `/auth/callback signs in the person whom its token names, and redirects to ${redirect} [2.5] [2.15]`,
    async ({ page, product, owner }) => {
      const { db } = product.parts
      const { id: userId } = await db
        .selectFrom('users')
        .select('id')
        .where('business_id', '=', owner.businessId)
        .executeTakeFirstOrThrow()
      const browser = newSecret()
      const token = await asSystem(db, (trx) =>
        issueOneTimeToken(trx, { userId, browser, purpose: 'session', now: new Date() }),
      )
      await page.context().clearCookies()
      await page.context().addCookies([{ name: 'goodword-browser', value: browser, url: product.url }])
      await page.goto(`/auth/callback?token=${token}&redirect=${redirect}`)
      await expect(page).toHaveURL(`/${redirect}`)
      await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
      const me = await page.evaluate(async () => (await fetch('/api/auth/me')).json() as Promise<unknown>)
      expect(me).toMatchObject({ user: { id: userId } })
    },
  )
}

test('a person who declines at Google is told so', async ({ page, signIn }) => {
  await signIn(page, 'noel@declan.example')
  await expect(page.getByRole('alert')).toContainText('Authentication failed. Please try again.')
  await expect(page.getByRole('alert')).toContainText('You chose not to share')
  await expect(page).toHaveURL('/login')
})

test('an unverified address is refused in clear words', async ({ page, signIn }) => {
  await signIn(page, 'una@voss.example')
  await expect(page.getByRole('alert')).toContainText('Google has not verified the e-mail address')
})

const UNKNOWN = ['/no-such-page', '/login/extra', '/Login.php', '/privacy', '/terms']

test.describe('an address', () => {
  test.use({ expectedComplaints: [/status of 401/] })
  test('of the onboarding or the dashboard leads a stranger to the sign-in page [2.8] [2.9]', async ({
    page,
  }) => {
    for (const address of ['/onboarding', '/dashboard']) {
      await page.goto(address)
      await expect(page).toHaveURL('/login')
    }
  })

  test('that does not exist leads a stranger to the sign-in page [2.13]', async ({ page }) => {
    for (const address of UNKNOWN) {
      await page.goto(address)
      await expect(page).toHaveURL('/login')
    }
  })

  test('that does not exist leads a person who is signed in to the sign-in page, too [2.13]', async ({
    page,
    arrive,
  }) => {
    await arrive(page)
    for (const address of UNKNOWN) {
      await page.goto(address)
      await expect(page).toHaveURL('/login')
    }
  })
})

test('a person who is signed in and opens the sign-in page is told, and may continue', async ({
  page,
  signIn,
}) => {
  const who = await signIn(page)
  await expect(page).toHaveURL('/onboarding')
  await page.goto('/login')
  await expect(page.getByText(`You are signed in as ${who.name}.`)).toBeVisible()
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page).toHaveURL('/onboarding')
})

test('from /register, too, the button leads to Google and back to the right page [2.3]', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await choosePerson(page)
  await expect(page).toHaveURL('/onboarding')
})

test('`/` leads to the page about the product, which runs no script [2.1]', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/')
  await expect(page).toHaveURL('/welcome/')
  await expect(page.getByText('A$0.09').first()).toBeVisible()
  expect(scripts).toEqual([])
  await page.getByRole('link', { name: 'Create your account' }).first().click()
  await expect(page).toHaveURL('/register')
})
