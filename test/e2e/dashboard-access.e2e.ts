import {
  expect,
  expectGoodForAll,
  expectWhole,
  hoursAgo,
  openCalendar,
  openTab,
  TABS,
  test,
} from './dashboard-fixtures.ts'
import { shiftsOf, watchShifts } from './shifts.ts'

const LONG = 'Wolfeschlegelsteinhausenbergerdorff Konstruktions- und Instandhaltungsgesellschaft'

for (const tabs of [TABS.slice(0, 4), TABS.slice(4)]) {
  test(`${tabs.map(([, heading]) => heading).join(', ')}: each is accessible`, async ({ page, owner }) => {
    test.setTimeout(60_000)
    await owner.texted()
    await owner.texted({ customer_name: LONG, opened_at: new Date(), open_count: 2 })
    await owner.texted({ customer_name: 'محمد الأحمد العبدالله', state: 'failed', state_reason: '30006' })
    await owner.skipped('no_mobile', { decided_at: hoursAgo(1) })
    await page.goto(tabs[0]![0])
    for (const [address, heading, words] of tabs) {
      await test.step(address, async () => {
        if (address !== tabs[0]![0]) await openTab(page, heading)
        await expectWhole(page, heading, words)
        await expectGoodForAll(page)
        if (heading !== 'Timeline') return
        await openCalendar(page)
        await expectGoodForAll(page)
      })
    }
  })
}

test('the open menus and dialogs are accessible', async ({ page, owner }) => {
  test.setTimeout(90_000)
  await owner.texted()
  await page.goto('/dashboard?tab=google')
  await page.getByRole('button', { name: 'Change business' }).waitFor()
  await page.getByRole('button', { name: /Settings/ }).click()
  await expectGoodForAll(page)
  await page.goto('/dashboard?view=calendar')
  await page.locator('[aria-current=date]').click()
  await page.getByRole('dialog').getByText('Priya Raman').waitFor()
  await expectGoodForAll(page)
  await page.goto('/dashboard?tab=sms')
  await page.getByLabel('Your message').fill('“Hi” for free')
  await page.getByRole('button', { name: 'Replace them for me' }).waitFor()
  await expectGoodForAll(page)
})

for (const width of [375, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, fundsCents: 9 })

    test('nothing moves while a page of the dashboard loads', async ({ page, owner }) => {
      test.setTimeout(60_000)
      for (let hour = 1; hour <= 12; hour += 1) await owner.texted({ sent_at: hoursAgo(hour * 5) })
      await owner.skipped('no_mobile')
      await owner.spend(9)
      await owner.setOrganisation({ state: 'disconnected' })
      await watchShifts(page)
      // Each page comes over the network, as if it were the first.
      const browser = await page.context().newCDPSession(page)
      await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
      for (const address of ['/dashboard?view=calendar', ...TABS.map(([tab]) => tab)]) {
        await test.step(address, async () => {
          await page.goto(address)
          await expect(page.getByRole('region', { name: 'Low funds' })).toBeVisible()
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          await page.waitForLoadState('networkidle')
          const { sum, causes } = await shiftsOf(page)
          expect(sum, `${address}\n${causes.join('\n')}`).toBeLessThan(0.02)
        })
      }
    })
  })
}
