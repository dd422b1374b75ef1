import type { Page } from '@playwright/test'
import { expect, hoursAgo, openTab, test } from './dashboard-fixtures.ts'

test.use({ viewport: { width: 375, height: 740 } })

test('Back from another tab finds the customer who was at the top, also far down', async ({
  page,
  owner,
}) => {
  for (let hour = 1; hour <= 70; hour += 1) {
    await owner.texted({
      customer_name: `Customer ${hour}`,
      sent_at: hoursAgo(hour * 5),
      // As high as rows of the demo are.
      ...(hour % 3 === 0 && { state: 'failed', state_reason: '30006', failed_at: hoursAgo(hour * 5) }),
    })
  }
  await page.goto('/dashboard')
  await expect(page.getByText('Customer 1', { exact: true })).toBeVisible()
  for (const part of [0.6, 0.9]) {
    await scrollTo(page, part)
    const before = await atTop(page)
    await openTab(page, 'Google Status')
    await expect(page.getByRole('heading', { level: 1, name: 'Google Status' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Timeline' })).toBeVisible()
    await expect.poll(() => atTop(page)).toBe(before)
  }
})

/** So far down that it stays there: what comes near is laid out, and read. */
const scrollTo = async (page: Page, part: number): Promise<void> => {
  await expect(async () => {
    const isThere = await page.evaluate((asked) => {
      const most = (): number => document.documentElement.scrollHeight - window.innerHeight
      window.scrollBy(0, 300)
      return window.scrollY >= most() * asked
    }, part)
    expect(isThere).toBe(true)
  }).toPass({ intervals: [50] })
}

/** The first row below the header. */
const atTop = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('article')]
    return (
      rows.find((row) => row.getBoundingClientRect().bottom > 100)?.querySelector('strong')?.textContent ?? ''
    )
  })
