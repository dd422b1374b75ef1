import type { Page } from '@playwright/test'
import { TABS as TAB_NAMES } from '../../web/screens/dashboard/tabs.ts'
import { expect, hoursAgo, openTab, test } from './dashboard-fixtures.ts'

const TABS = [
  ['/dashboard', 'Timeline'],
  ['/dashboard?view=calendar', 'Timeline'],
  ['/dashboard?tab=activity', 'All Activity'],
  ['/dashboard?tab=google', 'Google Status'],
  ['/dashboard?tab=xero', 'Xero Status'],
  ['/dashboard?tab=sms', 'SMS Setup'],
  ['/dashboard?tab=codes', 'My QR codes'],
  ['/dashboard?tab=account', 'Account & Billing'],
  ['/dashboard?tab=top-up', 'Add More Funds'],
] as const

const expectNothingLost = async (page: Page): Promise<void> => {
  const { sideways, cut } = await page.evaluate(() => ({
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    cut: [...document.querySelectorAll('main *')]
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect()
        return width > 1 && (left < -1 || right > document.documentElement.clientWidth + 1)
      })
      .map((part) => `${part.tagName} ${part.textContent}`),
  }))
  expect({ sideways: Math.max(0, sideways), cut }).toEqual({ sideways: 0, cut: [] })
}

test.describe('at 200 % zoom of a 1280 px window', () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  for (const [address, heading] of TABS) {
    test(`${address} is whole`, async ({ page, owner }) => {
      await owner.texted({ sent_at: hoursAgo(2) })
      await owner.skipped('no_mobile')
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectNothingLost(page)
      // So low a window keeps its height for the page: the header scrolls away with it.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      expect(await page.getByRole('banner').evaluate((header) => getComputedStyle(header).position)).toBe(
        'static',
      )
    })
  }
})

test('with letters twice as large nothing is cut off at 375 and 1280 px', async ({ page, owner }) => {
  test.setTimeout(60_000)
  const isWhole = async (heading: string): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectNothingLost(page)
    await page.setViewportSize({ width: 1280, height: 760 })
    await expectNothingLost(page)
    await page.setViewportSize({ width: 375, height: 760 })
  }
  await page.setViewportSize({ width: 375, height: 760 })
  await owner.texted({ sent_at: hoursAgo(2) })
  await owner.skipped('no_mobile')
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
  )
  await page.goto('/dashboard')
  await isWhole('Timeline')
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(page.getByRole('gridcell')).toHaveCount(42)
  await isWhole('Timeline')
  for (const heading of Object.values(TAB_NAMES).slice(1)) {
    await openTab(page, heading)
    await isWhole(heading)
  }
})
