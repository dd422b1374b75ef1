import type { Locator, Page } from '@playwright/test'
import { mintOne } from '../support/codes.ts'
import { expect, test } from './dashboard-fixtures.ts'

/** Opens an address whose script is held back until the returned function is called. */
const openWithoutScript = async (page: Page, address: string): Promise<() => void> => {
  const { promise: mayRun, resolve: run } = Promise.withResolvers<void>()
  await page.route('**/assets/app-*.js', async (route) => {
    await mayRun
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  return run
}
const placeOf = async (element: Locator) => {
  const { x, y, width, height } = (await element.boundingBox())!
  return [x, y, width, height].map(Math.round)
}

for (const width of [375, 1280]) {
  test(`at ${width} px a public page is drawn before a script has run, and stays where it is`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const claim = `/claim/${await mintOne(product.parts.db)}`
    const main = page.getByRole('main')
    for (const [address, title] of [
      ['/login', 'Sign in'],
      ['/register', 'Create your account'],
      [claim, 'Claim your QR code'],
    ] as const) {
      await test.step(address, async () => {
        const run = await openWithoutScript(page, address)
        const google = page.getByRole('button', { name: 'Continue with Google' })
        const parts = [
          page.getByRole('complementary', { name: 'Sandbox' }),
          page.getByRole('link', { name: /^Goodword/ }).locator('svg'),
          page.getByRole('heading', { level: 1 }),
          main.getByRole('paragraph').first(),
          page.getByRole('navigation', { name: 'About Goodword' }),
          ...(address === claim ? [] : [google]),
        ]
        // Where they stand is known once the styles are there; nothing is painted before.
        await expect(main).toHaveCSS('display', /flex|grid/)
        await expect(page).toHaveTitle(`${title} · Goodword`)
        await main.evaluate((element) => element.setAttribute('data-drawn', 'before'))
        if (address !== claim) await google.focus()
        const places = await Promise.all(parts.map(placeOf))
        run()
        await expect(page.locator('[data-drawn]')).toHaveCount(0)
        if (address === claim) await expect(page.getByRole('combobox')).toBeVisible()
        await expect.poll(() => Promise.all(parts.map(placeOf))).toEqual(places)
        if (address !== claim) await expect(google).toBeFocused()
      })
    }
  })
}

test('the sign-in begins before a script has run', async ({ page }) => {
  await openWithoutScript(page, '/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).not.toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in to Goodword')
})

test('behind the sign-in the name stands where the screen will have it before a script has run', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const run = await openWithoutScript(page, '/dashboard')
  const before = page.locator('.before svg')
  await expect(page.locator('.before')).toHaveCSS('display', 'flex')
  const [x, y] = await placeOf(before)
  run()
  await expect(before).toHaveCount(0)
  const ribbon = (await page.getByRole('complementary', { name: 'Sandbox' }).boundingBox())!
  const name = page.getByRole('link', { name: /^Goodword/ }).locator('svg')
  await expect
    .poll(async () => (await placeOf(name)).slice(0, 2))
    .toEqual([x, y! + Math.round(ribbon.height)])
})
