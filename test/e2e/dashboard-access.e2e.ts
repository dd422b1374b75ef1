import { addProfile, addReviews } from '../support/reviews.ts'
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

const TOP_UPS = ['a', 'b', 'c', 'd', 'e'].map((letter) => ({
  id: `00000000-0000-4000-8000-00000000000${letter}`,
  amount: 50,
  currency: 'AUD',
  state: 'paid',
  returned: 0,
  isAutomatic: false,
  createdAt: hoursAgo(30).toISOString(),
  paidAt: hoursAgo(30).toISOString(),
  receiptUrl: null,
  receipt: 'receipt',
}))

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

  test.describe(`at ${width} px with funds`, () => {
    test.use({ viewport: { width, height: 812 } })

    for (const [address, held, list, stays] of [
      [
        '/dashboard?tab=account',
        '**/api/{top-ups,auto-top-up,account/notices}*',
        'Payments',
        'Movements and statements',
      ],
      ['/dashboard?tab=reviews', '**/api/reviews?*', 'Your reviews on Google', 'Show the rating'],
    ] as const) {
      test(`what comes late on ${address} moves nothing in the window`, async ({ page, owner, product }) => {
        const { db } = product.parts
        for (let week = 0; week < 9; week += 1) await owner.texted({ sent_at: hoursAgo(week * 168 + 1) })
        await addProfile(db, owner.businessId, hoursAgo(48), { full_read_at: hoursAgo(47) })
        const reviews = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, comment: LONG, writtenAt: hoursAgo(9) }))
        await addReviews({ db, now: () => hoursAgo(1) }, owner.businessId, reviews)
        await watchShifts(page)
        const isTime = Promise.withResolvers<void>()
        await page.route(held, async (route) => {
          const answer = (await (await route.fetch()).json()) as object
          await isTime.promise
          await route.fulfill({ json: 'topUps' in answer ? { ...answer, topUps: TOP_UPS } : answer })
        })
        await page.goto(address)
        await page.getByText(stays, { exact: true }).waitFor()
        await page
          .getByText('Movements, newest first')
          .or(page.getByText('Show the rating'))
          .first()
          .waitFor()
        const before = await shiftsOf(page)
        isTime.resolve()
        const rows = page.getByRole('region', { name: list }).getByRole('listitem')
        await expect(rows).toHaveCount(5)
        const { sum, causes } = await shiftsOf(page)
        expect(sum - before.sum, causes.slice(before.causes.length).join('\n')).toBeLessThan(0.02)
      })
    }
  })
}
