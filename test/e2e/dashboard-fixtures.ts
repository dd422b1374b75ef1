import type { Page } from '@playwright/test'
import { createOwnerAtDashboard, type OwnerAtDashboard } from '../support/e2e-owner.ts'
import { test as base } from './fixtures.ts'

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

export { expect, expectAccessible, expectGoodForAll } from './fixtures.ts'

const HOUR_MS = 3_600_000

export const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS)

/** To another tab by the menu that a narrow window has: none of the page is loaded anew. */
export const openTab = async (page: Page, heading: string): Promise<void> => {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: heading }).click()
}
