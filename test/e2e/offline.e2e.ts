import { expect, expectAccessible, expectWhole, openTab, TABS, test } from './dashboard-fixtures.ts'

test.use({
  expectedComplaints: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Unreachable/],
})

test('each tab keeps what it shows while the network is gone', async ({ page, owner, context }) => {
  test.setTimeout(60_000)
  await owner.texted()
  await page.goto('/dashboard')
  const offline = page.getByText(
    'You are offline. What you see may be old, and nothing can be saved until you are connected again.',
  )
  for (const [address, heading, words] of TABS) {
    await test.step(heading, async () => {
      if (heading !== 'Timeline') await openTab(page, heading)
      await expect(page).toHaveURL(address)
      await expectWhole(page, heading, words)
      await context.setOffline(true)
      await expect(offline).toBeVisible()
      await expectWhole(page, heading, words)
      await context.setOffline(false)
      await expect(offline).toBeHidden()
      await expectWhole(page, heading, words)
    })
  }
})

for (const [before, found] of [
  ['', 2],
  ['nobody', 0],
] as const)
  test(`a search without a network says that it waits, over ${found} texts from before`, async ({
    page,
    owner,
  }) => {
    await owner.texted()
    await owner.texted({ customer_name: 'Tom Brandt' })
    await page.goto('/dashboard')
    const rows = page.getByRole('article')
    await expect(rows).toHaveCount(2)
    await page.getByRole('searchbox').fill(before)
    await expect(page.getByText('No text matches')).toHaveCount(found === 0 ? 1 : 0)
    await expect(rows).toHaveCount(found)
    // The first try finds no network, and the second one has no answer until it is back.
    let comeBack = (): void => undefined
    const isBack = new Promise<void>((done) => (comeBack = done))
    let tries = 0
    await page.route('**/api/review-requests?*search=brandt*', async (route) => {
      tries += 1
      if (tries === 1) return route.abort('internetdisconnected')
      await isBack
      return route.continue()
    })
    await page.getByRole('searchbox').fill('brandt')
    const list = page.getByRole('tabpanel')
    await expect(list.getByText('Waiting for the connection. This is the list from before.')).toBeVisible()
    await expect(list.getByText('Requests that match')).toHaveCount(0)
    await expect(rows).toHaveCount(found)
    await expect(list.getByText('No text matches')).toHaveCount(0)
    await expectAccessible(page)
    comeBack()
    await expect(list.getByText('Requests that match brandt')).toHaveCount(1)
    await expect(list.getByText('Waiting for the connection')).toHaveCount(0)
    await expect(rows).toHaveText([/Tom Brandt/])
  })

/**
 * Each asks three times before it says that it could not be loaded, which takes its time. The last one by itself: all
 * that it shows may be there already once Account & Billing was open.
 */
const PARTS = [TABS.slice(1, 4), TABS.slice(4, 6), TABS.slice(6, -1), TABS.slice(-1)]

for (const tabs of PARTS) {
  const names = tabs.map(([, heading]) => heading).join(', ')
  test(`${names}: opened without a network, each says so, and comes when it is back`, async ({
    page,
    owner,
    context,
  }) => {
    test.setTimeout(60_000)
    await owner.texted()
    await page.goto('/dashboard')
    await expect(page.getByRole('article')).toHaveCount(1)
    // The code of the other tabs comes once the first has settled.
    await page.waitForLoadState('networkidle')
    const main = page.getByRole('main')
    for (const [address, heading, words] of tabs) {
      await test.step(heading, async () => {
        await context.setOffline(true)
        await openTab(page, heading)
        await expect(page).toHaveURL(address)
        // The dashboard's banners asked for all that this tab shows.
        if (heading === 'Google Status') {
          await expect(page.getByText('You are offline.')).toBeVisible()
          await expectWhole(page, heading, words)
        } else {
          await expect(main.getByText('Check your internet connection').first()).toBeVisible({
            timeout: 15_000,
          })
          await main.getByRole('button', { name: 'Try again' }).first().click()
          await expect(page.getByRole('banner')).toBeVisible()
        }
        await context.setOffline(false)
        await expect(main.getByText('Check your internet connection')).toHaveCount(0, { timeout: 15_000 })
        await expectWhole(page, heading, words)
      })
    }
  })
}
