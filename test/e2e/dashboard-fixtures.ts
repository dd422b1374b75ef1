import type { Page } from '@playwright/test'
import { createOwnerAtDashboard, type OwnerAtDashboard } from '../support/e2e-owner.ts'
import { expect, test as base } from './fixtures.ts'

/** Each of these tests has an owner who is signed in, with a business in Perth and $18.40 of funds. */
export const test = base.extend<{ owner: OwnerAtDashboard; timeZone: string; fundsCents: number }>({
  timeZone: ['Australia/Perth', { option: true }],
  fundsCents: [1_840, { option: true }],
  owner: [
    async ({ page, product, timeZone, fundsCents }, use) => {
      await use(await createOwnerAtDashboard(page, product, { timeZone, fundsCents }))
    },
    { auto: true },
  ],
})

export { expect, expectAccessible, expectGoodForAll, expectInPlace } from './fixtures.ts'

const HOUR_MS = 3_600_000

export const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS)

/** What the dashboard's tabs are called, with words that each shows once its data is there. */
export const TABS = [
  ['/dashboard', 'Timeline', 'Priya Raman'],
  ['/dashboard?tab=activity', 'All Activity', 'Priya Raman'],
  ['/dashboard?tab=reviews', 'Reviews', 'Show the rating'],
  ['/dashboard?tab=google', 'Google Status', '14 Harbour St, Fremantle WA'],
  ['/dashboard?tab=xero', 'Xero Status', 'Connected since'],
  ['/dashboard?tab=sms', 'SMS Setup', 'Your message'],
  ['/dashboard?tab=codes', 'My QR codes', 'No codes yet'],
  ['/dashboard?tab=account', 'Account & Billing', '@whitlock.example'],
  ['/dashboard?tab=top-up', 'Add More Funds', 'Or your own amount'],
] as const

/** To another tab by the menu that a window of this width has: none of the page is loaded anew. */
export const openTab = async (page: Page, heading: string): Promise<void> => {
  if (page.viewportSize()!.width < 768) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: heading }).click()
  } else if (heading === 'Timeline') {
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: heading }).click()
  } else {
    await page.getByRole('button', { name: /Settings/ }).click()
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: heading }).click()
  }
}

/** The tab shows all that it has: no place is held for what is still on its way. */
export const expectWhole = async (page: Page, heading: string, words: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByRole('main').getByText(words).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true], [class*=skeleton]')).toHaveCount(0)
}

/** On the timeline: whether a customer's row is rendered, and not only there. Far from the window it is skipped. */
export const isRendered = (page: Page, name: string): Promise<boolean> =>
  page
    .getByText(name, { exact: true })
    .evaluate((row) => row.checkVisibility({ contentVisibilityAuto: true }))

/** On the timeline: the other view of it. */
export const openCalendar = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(page.getByRole('gridcell')).toHaveCount(42)
  await expectWhole(page, 'Timeline', 'A green dot marks a day with requests.')
}
