import { expect, test } from '@playwright/test'

for (const family of ['sans-serif', 'serif', 'monospace', 'system-ui']) {
  test(`text in the system font ${family} has a width and a height`, async ({ page }) => {
    await page.setContent(
      `<span style="font: 16px ${family}">Pay $1 by Māori €</span><b style="font: bold 16px ${family}">Pay</b>`,
    )
    for (const text of await page.locator('span, b').all()) {
      const box = await text.boundingBox()
      expect(box?.width).toBeGreaterThan(10)
      expect(box?.height).toBeGreaterThan(10)
    }
  })
}
