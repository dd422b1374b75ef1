import { expect, test } from './dashboard-fixtures.ts'

// The middle of a month, in the evening of London and the next day in Auckland.
const AT = new Date('2026-08-20T20:00:00Z')

test.use({ timeZone: 'Pacific/Auckland', timezoneId: 'Europe/London', locale: 'en-GB' })

test('a month is six weeks, with a dot and a count on each day of Auckland that had texts [2.28] [9.7]', async ({
  page,
  owner,
}) => {
  await owner.texted({ sent_at: AT })
  await owner.texted({ sent_at: AT, customer_name: 'Tom Brandt' })
  await owner.texted({ sent_at: new Date('2026-07-31T12:30:00Z'), customer_name: 'Month Border' })
  await page.goto('/dashboard?view=calendar&month=2026-08')
  const grid = page.getByRole('grid', { name: 'Requests by day' })
  await expect(grid.getByRole('row')).toHaveCount(7)
  await expect(grid.getByRole('columnheader').first()).toHaveText('Mon')
  await expect(page.getByRole('heading', { name: 'August 2026' })).toBeVisible()
  await expect(grid.getByRole('gridcell')).toHaveCount(42)
  const busy = grid.getByRole('button', { name: /21 August.*, 2 requests/ })
  await expect(busy.getByText('2', { exact: true })).toBeVisible()
  await expect(grid.getByRole('button', { name: /20 August.*, no requests/ })).toBeVisible()
  await expect(grid.getByRole('button', { name: /\b1 August.*, 1 request/ })).toBeVisible()
  await page.setViewportSize({ width: 375, height: 800 })
  await expect(busy.getByText('2', { exact: true })).toBeHidden()
  const dots = grid.locator('[class*=dot]')
  await expect(dots).toHaveCount(2)
  const green = await dots.first().evaluate((dot) => getComputedStyle(dot, '::before').backgroundColor)
  expect(green).toBe('rgb(20, 97, 63)')
})

test('a day opens the texts of that day, with name, phone, badge, invoice and time [2.29]', async ({
  page,
  owner,
}) => {
  await owner.texted({ sent_at: AT })
  await page.goto('/dashboard?view=calendar&month=2026-08')
  await page.getByRole('button', { name: /21 August.*, 1 request/ }).click()
  const day = page.getByRole('dialog')
  await expect(day.getByRole('heading')).toHaveText(/21 August/)
  await expect(day).toContainText('Priya Raman')
  await expect(day).toContainText('+61 412 555 018')
  await expect(day).toContainText('Delivered')
  await expect(day.getByRole('link', { name: /INV-2041/ })).toBeVisible()
  await expect(day).toContainText('8:00')
  await page.keyboard.press('Escape')
  await expect(day).toBeHidden()
  await page.getByRole('button', { name: /22 August/ }).click()
  await expect(day).toContainText('No requests on this day.')
})

test('an open day has an address, and Back, the cross and Escape close it', async ({ page, owner }) => {
  await owner.texted({ sent_at: AT })
  await page.goto('/dashboard?view=calendar&month=2026-08')
  const day = page.getByRole('button', { name: /21 August.*, 1 request/ })
  const dialog = page.getByRole('dialog')
  for (const close of [
    () => page.goBack(),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await day.click()
    await expect(dialog).toContainText('Priya Raman')
    await expect(page).toHaveURL('/dashboard?view=calendar&month=2026-08&day=2026-08-21')
    await close()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/dashboard?view=calendar&month=2026-08')
    await expect(day).toBeFocused()
  }
  await page.goto('/dashboard?view=calendar&month=2026-08&day=2026-08-21')
  await expect(dialog).toContainText('Priya Raman')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/dashboard?view=calendar&month=2026-08')
})

test('the keyboard walks through the days and over the border of the month', async ({ page }) => {
  await page.goto('/dashboard?view=calendar&month=2026-08')
  const day = (name: RegExp) => page.getByRole('button', { name })
  await day(/\b31 August/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'September 2026' })).toBeVisible()
  await expect(day(/\b1 September/)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(day(/\b25 August/)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(day(/\b24 August/)).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(day(/\b24 September/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('the way to this month keeps the focus', async ({ page }) => {
  await page.goto('/dashboard?view=calendar&month=2026-08')
  const today = page.getByRole('button', { name: 'Today' })
  await today.press('Enter')
  await expect(today).toBeDisabled()
  await expect(today).toBeFocused()
})

test('a day that was opened keeps its place while its requests are on their way', async ({ page, owner }) => {
  const many = Array.from({ length: 20 }, (_, n) => owner.texted({ sent_at: AT, invoice_number: `INV-${n}` }))
  await Promise.all(many)
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/review-requests?*from=*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/dashboard?view=calendar&month=2026-08')
  await page.getByRole('button', { name: /21 August.*, 20 requests/ }).click()
  const heading = page.getByRole('dialog').getByRole('heading')
  await expect(heading).toBeVisible()
  const before = await heading.boundingBox()
  gate.resolve()
  await expect(page.getByRole('dialog').getByRole('article')).toHaveCount(20)
  expect(await heading.boundingBox()).toEqual(before)
})

test('the views are tabs, and each has its address [2.27]', async ({ page }) => {
  await page.goto('/dashboard')
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(page).toHaveURL('/dashboard?view=calendar')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'List View' })).toBeFocused()
  await expect(page).toHaveURL('/dashboard')
  await page.goBack()
  await expect(page.getByRole('grid')).toBeVisible()
})

test('each key on the tabs of the views is obeyed, however fast they come', async ({ page }) => {
  await page.goto('/dashboard')
  await page.getByRole('tab', { name: 'List View' }).focus()
  for (const key of ['ArrowRight', 'ArrowLeft', 'End']) await page.keyboard.press(key)
  const calendar = page.getByRole('tab', { name: 'Calendar View' })
  await expect(calendar).toBeFocused()
  await expect(calendar).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Calendar View' }).getByRole('grid')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(page.getByRole('tabpanel', { name: 'List View' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test.describe('for an American', () => {
  test.use({ locale: 'en-US' })

  test('weeks begin on Sunday', async ({ page }) => {
    await page.goto('/dashboard?view=calendar&month=2026-08')
    await expect(page.getByRole('columnheader').first()).toHaveText('Sun')
  })
})

test('an address that names no day of any calendar opens none', async ({ page }) => {
  await page.goto('/dashboard?view=calendar&month=2026-08&day=2026-13-45')
  await expect(page.getByRole('heading', { name: 'August 2026' })).toBeVisible()
  await expect(page.getByRole('gridcell')).toHaveCount(42)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a month of another century is the nearest that there is, with a way back to today', async ({
  page,
}) => {
  await page.goto('/dashboard?view=calendar&month=1998-03')
  await expect(page.getByRole('heading', { name: 'January 2000' })).toBeVisible()
  await expect(page.getByText('No requests in this month.')).toBeVisible()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page.getByRole('heading', { name: 'January 2000' })).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByRole('heading', { name: 'January 2000' })).toBeHidden()
  await page.goto('/dashboard?view=calendar&month=2150-07&day=2150-07-04')
  await expect(page.getByRole('heading', { name: 'December 2099' })).toBeVisible()
  await expect(page.getByText('No requests in this month.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
