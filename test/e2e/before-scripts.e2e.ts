import type { Locator } from '@playwright/test'
import { mintOne } from '../support/codes.ts'
import { expect, test } from './dashboard-fixtures.ts'

const cornerOf = async (sign: Locator): Promise<{ x: number; y: number }> => {
  const { x, y } = (await sign.boundingBox())!
  return { x: Math.round(x), y: Math.round(y) }
}

for (const width of [375, 1280]) {
  test(`at ${width} px the name stands where the screen will have it before a script has run`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const claim = `/claim/${await mintOne(product.parts.db)}`
    // On a phone the menu comes before the name.
    for (const address of ['/login', '/register', claim, ...(width > 600 ? ['/dashboard'] : [])]) {
      await test.step(address, async () => {
        const { promise: mayRun, resolve: run } = Promise.withResolvers<void>()
        await page.route('**/assets/app-*.js', async (route) => {
          await mayRun
          await route.continue()
        })
        await page.goto(address, { waitUntil: 'commit' })
        const before = page.locator('.before svg')
        // Where it stands is known once the styles are there; nothing is painted before.
        await expect(page.locator('.before')).toHaveCSS('display', 'flex')
        const { x, y } = await cornerOf(before)
        run()
        await expect(before).toHaveCount(0)
        const ribbon = (await page.getByRole('complementary', { name: 'Sandbox' }).boundingBox())!
        const name = page.getByRole('link', { name: /^Goodword/ }).locator('svg')
        await expect.poll(() => cornerOf(name)).toEqual({ x, y: y + Math.round(ribbon.height) })
        await page.unroute('**/assets/app-*.js')
      })
    }
  })
}
