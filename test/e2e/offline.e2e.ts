import { expect, openTab, test } from './dashboard-fixtures.ts'

const TABS = [
  ['timeline', 'Timeline', 'Priya Raman'],
  ['activity', 'All Activity', 'Priya Raman'],
  ['google', 'Google Status', 'Whitlock Electrical'],
  ['xero', 'Xero Status', 'Whitlock Electrical'],
  ['sms', 'SMS Setup', 'Your message'],
  ['codes', 'My QR codes', 'No codes yet'],
  ['account', 'Account & Billing', '@whitlock.example'],
  ['top-up', 'Add More Funds', 'Amount'],
] as const

test.use({ expectedComplaints: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Unreachable/] })

for (const [tab, heading, content] of TABS) {
  test(`${heading} keeps what it shows while the network is gone`, async ({ page, owner, context }) => {
    await owner.texted()
    await page.goto(tab === 'timeline' ? '/dashboard' : `/dashboard?tab=${tab}`)
    const main = page.getByRole('main')
    await expect(main.getByText(content).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expect(main.getByText(content).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('You are offline.')).toBeHidden()
    await expect(main.getByText(content).first()).toBeVisible()
  })
}

for (const [tab, heading, content] of TABS.slice(1)) {
  test(`${heading}, opened without a network, says so, and comes when it is back`, async ({
    page,
    owner,
    context,
  }) => {
    await owner.texted()
    await page.setViewportSize({ width: 767, height: 800 })
    await page.goto('/dashboard')
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await openTab(page, heading)
    await expect(page).toHaveURL(`/dashboard?tab=${tab}`)
    const main = page.getByRole('main')
    // The dashboard's banners asked for all that this tab shows.
    if (tab === 'google') {
      await expect(page.getByText('You are offline.')).toBeVisible()
      await expect(main.getByText(content).first()).toBeVisible()
    } else {
      await expect(main.getByText('Check your internet connection').first()).toBeVisible({ timeout: 15_000 })
      await main.getByRole('button', { name: 'Try again' }).first().click()
      await expect(page.getByRole('banner')).toBeVisible()
    }
    await context.setOffline(false)
    await expect(main.getByText('Check your internet connection')).toHaveCount(0, { timeout: 15_000 })
    await expect(main.getByText(content).first()).toBeVisible()
  })
}
