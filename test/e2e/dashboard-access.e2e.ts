import { expect, expectGoodForAll, hoursAgo, test } from './dashboard-fixtures.ts'

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

const LONG = 'Wolfeschlegelsteinhausenbergerdorff Konstruktions- und Instandhaltungsgesellschaft'

for (const [address, heading] of TABS) {
  test(`${address} is for everybody`, async ({ page, owner }) => {
    await owner.texted({ customer_name: LONG, opened_at: new Date(), open_count: 2 })
    await owner.texted({ customer_name: 'محمد الأحمد العبدالله', state: 'failed', state_reason: '30006' })
    await owner.skipped('no_mobile', { decided_at: hoursAgo(1) })
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await expectGoodForAll(page)
  })
}

test('the open menus and questions are for everybody', async ({ page, owner }) => {
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

test('nothing moves while the dashboard loads', async ({ page, owner }) => {
  await owner.texted()
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/dashboard')
  await page.getByRole('article').waitFor()
  await page.waitForLoadState('networkidle')
  const sum = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
  expect(sum).toBeLessThan(0.02)
})
