import type { Page } from '@playwright/test'
import { expect, hoursAgo, test } from './dashboard-fixtures.ts'

for (const width of [375, 800, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 700 } })

    test('whoever goes back with the keyboard sees where she is, below the header', async ({
      page,
      owner,
    }) => {
      for (let at = 0; at < 6; at += 1) await owner.texted({ sent_at: hoursAgo(at * 5) })
      await owner.skipped('no_mobile')
      for (const [address, words] of [
        ['/dashboard', 'Priya Raman'],
        ['/dashboard?tab=activity', 'Sam Green'],
        ['/dashboard?tab=sms', 'Customers to leave out'],
      ] as const) {
        await page.goto(address)
        await page.getByText(words).first().waitFor()
        expect({ address, covered: await coveredOnTheWayBack(page) }).toEqual({ address, covered: [] })
      }
    })
  })
}

/** From the page's end to its header; the stops that lie under the header, as far as they are read. */
const coveredOnTheWayBack = async (page: Page): Promise<string[]> => {
  const covered = new Set<string>()
  for (let stops = 0; stops < 80; stops += 1) {
    await page.keyboard.press('Shift+Tab')
    const { name, isInPage, isCovered } = await page.evaluate(() => {
      const one = document.activeElement as HTMLElement
      const header = document.querySelector('header')!
      const edge = header.getBoundingClientRect().bottom
      return {
        name: one.getAttribute('aria-label') ?? one.textContent,
        isInPage: one !== document.body && !header.contains(one),
        isCovered: one.getBoundingClientRect().top < edge,
      }
    })
    if (!isInPage) break
    if (isCovered) covered.add(name)
  }
  return [...covered]
}
