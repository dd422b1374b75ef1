import { expect, hoursAgo, isRendered, test } from './dashboard-fixtures.ts'

test.use({ colorScheme: 'dark' })

test('the timeline prints light, without what is only for a screen, and with every text that was read', async ({
  page,
  owner,
}) => {
  for (let hour = 1; hour <= 45; hour += 1) {
    await owner.texted({ customer_name: `Customer ${hour}`, sent_at: hoursAgo(hour) })
  }
  await page.goto('/dashboard')
  await expect(page.getByText('Customer 1', { exact: true })).toBeVisible()
  await expect.poll(() => isRendered(page, 'Customer 45')).toBe(false)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('article')).toHaveCount(45)
  for (const row of [1, 23, 45]) {
    await expect.poll(() => isRendered(page, `Customer ${row}`)).toBe(true)
  }
  await expect(page.locator('header')).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await expect(page.getByText('Only stand-ins here')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Timeline' })).toBeVisible()
  const [paper, ink] = await page
    .locator('body')
    .evaluate((body) => [getComputedStyle(body).backgroundColor, getComputedStyle(body).color])
  expect([paper, ink]).toEqual(['rgb(250, 248, 243)', 'rgb(29, 34, 31)'])
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect(page.locator('header')).toBeVisible()
  await expect.poll(() => isRendered(page, 'Customer 45')).toBe(false)
})

test('a list that was not read to its end says so on paper', async ({ page, owner }) => {
  for (let hour = 1; hour <= 60; hour += 1) await owner.texted({ sent_at: hoursAgo(hour) })
  await page.goto('/dashboard')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('The list goes on.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('The list goes on.')).toBeVisible()
})

for (const [address, words] of [
  ['/dashboard?view=calendar', 'Timeline'],
  ['/dashboard?tab=activity', 'All Activity'],
  ['/dashboard?tab=account', 'Account & Billing'],
] as const) {
  test(`${address} prints without its menus`, async ({ page, owner }) => {
    await owner.texted()
    await owner.skipped('no_mobile')
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('header')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })
}
