import { addDays, instantOf, localDate } from '../../server/platform/dates.ts'
import { expect, expectGoodForAll, hoursAgo, isRendered, test } from './dashboard-fixtures.ts'

test('an owner with no texts yet is told what will appear, and what to do [2.22]', async ({
  page,
  owner,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByText('Your first request will appear here')).toBeVisible()
  await expect(page.getByText('0 requests sent in')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Your first request' }).getByRole('heading', { level: 3 }),
  ).toHaveText([
    'Add funds, done',
    'Make the message yours, done',
    'Send a test to your phone',
    'Get an invoice paid',
  ])
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Newest first' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Send a test' }).click()
  await expect(page).toHaveURL('/dashboard?tab=sms')
  await owner.texted()
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(page.getByText('Your first request will appear here')).toHaveCount(0)
})

test('an owner sees whom she texted, how it went, and what to do where it went wrong [2.25]', async ({
  page,
  owner,
}) => {
  await owner.texted({ opened_at: new Date(), open_count: 1 })
  const undelivered = await owner.texted({
    customer_name: 'Tom Brandt',
    state: 'failed',
    state_reason: '30006',
    failed_at: new Date(),
  })
  await owner.spend(9, undelivered)
  await owner.texted({ customer_name: 'Noor Haddad', state: 'sent' })
  await owner.texted({ customer_name: 'Li Wei', state: 'scheduled', sent_at: null, due_at: new Date() })
  await page.goto('/dashboard')
  const rows = page.getByRole('article')
  await expect(rows).toHaveCount(4)
  const priya = rows.filter({ hasText: 'Priya Raman' })
  await expect(priya).toContainText('+61 412 555 018')
  await expect(priya).toContainText('Delivered')
  await expect(priya).toContainText('link opened')
  await expect(priya.getByRole('link', { name: /INV-2041/ })).toHaveAttribute('href', /go\.xero\.com/)
  const tom = rows.filter({ hasText: 'Tom Brandt' })
  await expect(tom).toContainText('Failed')
  await expect(tom).toContainText('Add their mobile number in Xero.')
  await expect(rows.filter({ hasText: 'Noor Haddad' })).toContainText('Sent')
  await expect(rows.filter({ hasText: 'Li Wei' })).toContainText('Pending')
  await expect(
    page.getByText(/^2 requests sent in \w+ · 1 more charged, not delivered · 1 link opened$/),
  ).toBeVisible()
})

test('what was charged and not delivered is no more than what was sent, where nothing was', async ({
  page,
  owner,
}) => {
  const state = { state: 'failed', state_reason: '30006', failed_at: new Date() }
  await owner.spend(9, await owner.texted(state))
  await page.goto('/dashboard')
  const count = page.getByText(/^0 requests sent in \w+ · 1 charged, not delivered · 0 links opened$/)
  await expect(count).toBeVisible()
})

test('a status that we do not know is shown as it is [4.1]', async ({ page, owner }) => {
  await owner.texted()
  await page.route('**/api/review-requests?*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.text()
    await route.fulfill({ response: answer, body: body.replaceAll('"delivered"', '"queued"') })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('article').getByText('queued')).toHaveClass(/plain/)
})

test('a contact whose name is only spaces has a row with a name', async ({ page, owner }) => {
  await owner.texted({ customer_name: '  ', state: 'scheduled', sent_at: null, due_at: hoursAgo(-2) })
  for (const address of ['/dashboard', '/dashboard?tab=activity']) {
    await page.goto(address)
    await page.getByRole('button', { name: 'Customer without a name', exact: true }).click()
    await page.getByRole('button', { name: 'Hold for a customer without a name' }).waitFor()
  }
})

test.describe('a business in Auckland, seen from London', () => {
  test.use({ timeZone: 'Pacific/Auckland', timezoneId: 'Europe/London', locale: 'en-GB' })

  test('has its texts under the days of Auckland [2.22]', async ({ page, owner }) => {
    const noonToday = noonIn('Pacific/Auckland', 0)
    await owner.texted({
      customer_name: 'Today One',
      sent_at: noonToday < new Date() ? noonToday : hoursAgo(0),
    })
    await owner.texted({ customer_name: 'Yesterday One', sent_at: noonIn('Pacific/Auckland', 1) })
    const earlier = noonIn('Pacific/Auckland', 6)
    await owner.texted({ customer_name: 'Earlier One', sent_at: earlier })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Today 1 sent',
      'Yesterday 1 sent',
      new RegExp(
        `^${earlier.toLocaleDateString('en-GB', { timeZone: 'Pacific/Auckland', weekday: 'long', day: 'numeric', month: 'long' }).replace(',', ',?')}`,
      ),
    ])
    await expect(page.getByRole('article').filter({ hasText: 'Yesterday One' })).toContainText('12:00')
  })
})

test('an owner finds a text by customer, phone or invoice while she types [2.23]', async ({
  page,
  owner,
}) => {
  await owner.texted()
  await owner.texted({
    customer_name: 'Tom Brandt',
    customer_phone: '+61491570737',
    invoice_number: 'INV-2033',
  })
  await page.goto('/dashboard')
  const rows = page.getByRole('article')
  await expect(rows).toHaveCount(2)
  const search = page.getByRole('searchbox')
  for (const [typed, found] of [
    ['bran', 'Tom Brandt'],
    ['0412 555', 'Priya Raman'],
    ['2033', 'Tom Brandt'],
  ] as const) {
    await search.fill(typed)
    await expect(rows).toHaveText([new RegExp(found)])
  }
  await search.fill('nobody')
  await expect(page.getByText('No text matches “nobody”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(rows).toHaveCount(2)
})

test('an owner reverses the order, and the address keeps it [2.24]', async ({ page, owner }) => {
  await owner.texted({ customer_name: 'First One', sent_at: hoursAgo(50) })
  await owner.texted({ customer_name: 'Last One', sent_at: hoursAgo(2) })
  await page.goto('/dashboard')
  const names = page.getByRole('article').locator('strong')
  await expect(names).toHaveText(['Last One', 'First One'])
  await page.getByRole('button', { name: /Newest first/ }).click()
  await expect(names).toHaveText(['First One', 'Last One'])
  await expect(page).toHaveURL('/dashboard?order=oldest')
  await page.reload()
  await expect(page.getByRole('button', { name: /Oldest first/ })).toBeVisible()
})

test('order, view and month each change only their own part of the address [2.24] [2.27]', async ({
  page,
  owner,
}) => {
  await owner.texted()
  await page.goto('/dashboard?order=oldest')
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(page).toHaveURL('/dashboard?order=oldest&view=calendar')
  await page.goto('/dashboard?order=oldest&view=calendar&month=2026-08')
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page).toHaveURL('/dashboard?order=oldest&view=calendar&month=2026-09')
  await page.getByRole('tab', { name: 'List View' }).click()
  await expect(page).toHaveURL('/dashboard?order=oldest&month=2026-09')
  await page.getByRole('button', { name: /Oldest first/ }).click()
  await expect(page).toHaveURL('/dashboard?month=2026-09')
})

test('a text that is sent while she looks appears by itself', async ({ page, owner }) => {
  await owner.texted({ customer_name: 'Tom Brandt', sent_at: hoursAgo(1) })
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
  await owner.texted()
  await expect(page.getByRole('article')).toHaveCount(2, { timeout: 25_000 })
  await expect(page.getByRole('article').first()).toContainText('Priya Raman')
})

test('no request is sent twice', async ({ page, owner }) => {
  await owner.texted()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url())
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
})

test('a long history is read as she scrolls, and only what is near is laid out', async ({ page, owner }) => {
  for (let hour = 1; hour <= 120; hour += 1) {
    await owner.texted({ customer_name: `Customer ${hour}`, sent_at: hoursAgo(hour) })
  }
  await page.goto('/dashboard')
  await expect(page.getByText('Customer 1', { exact: true })).toBeVisible()
  const last = page.getByText('Customer 120', { exact: true })
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(last).toBeVisible({ timeout: 500 })
    // It may have come after that turn of the wheel, below what is near.
    expect(await isRendered(page, 'Customer 120')).toBe(true)
  }).toPass({ timeout: 20_000 })
  await expect.poll(() => isRendered(page, 'Customer 1')).toBe(false)
})

test.describe('when the server fails', () => {
  test.use({ expectedComplaints: [/status of 500/] })

  test('the timeline says so, and tries again when asked', async ({ page, owner }) => {
    await owner.texted()
    await page.route('**/api/review-requests?*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/dashboard')
    await expect(page.getByText('Your requests could not be loaded.')).toBeVisible({ timeout: 15_000 })
    await page.unroute('**/api/review-requests?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('article')).toContainText('Priya Raman')
  })
})

test('the timeline links to every paid invoice [2.26]', async ({ page }) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'View All Activity' }).click()
  await expect(page).toHaveURL('/dashboard?tab=activity')
})

test('the list shows who was not texted, in either order, and a reload keeps it', async ({ page, owner }) => {
  await owner.texted()
  await owner.skipped('no_mobile', { decided_at: hoursAgo(50) })
  await owner.skipped('cooldown', { decided_at: hoursAgo(2) })
  await page.goto('/dashboard')
  const rows = page.getByRole('article')
  const group = page.getByRole('group', { name: 'Show' })
  const choice = (name: string) => group.getByRole('button', { name, exact: true })
  await expect(rows).toHaveText([/Priya Raman/])
  await expect(choice('Texts')).toHaveAttribute('aria-pressed', 'true')
  await choice('Texts').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/dashboard?show=not-texted')
  await expect(choice('Not texted')).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toHaveText([/request recently/, /No mobile number/])
  await expectGoodForAll(page)
  await page.getByRole('button', { name: /Newest first/ }).click()
  await expect(rows).toHaveText([/No mobile number/, /request recently/])
  await page.reload()
  await expect(rows).toHaveText([/No mobile number/, /request recently/])
})

test('the list shows all that was paid, searched as texts are; Back keeps the choice, and the calendar has none', async ({
  page,
  owner,
}) => {
  await owner.texted()
  await owner.skipped('no_mobile')
  await page.goto('/dashboard')
  const rows = page.getByRole('article')
  const group = page.getByRole('group', { name: 'Show' })
  const choice = (name: string) => group.getByRole('button', { name, exact: true })
  await choice('All').click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('searchbox').fill('priya')
  await expect(rows).toHaveText([/Priya Raman/])
  await choice('Not texted').click()
  await expect(page.getByText('No paid invoice matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page).toHaveURL('/dashboard?show=all')
  await expect(rows).toHaveCount(2)
  await page.goBack()
  await expect(choice('Not texted')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(group).toHaveCount(0)
})

/** Noon by the clock of `timeZone`, so many of its days ago. */
const noonIn = (timeZone: string, daysAgo: number): Date => {
  const [year, month, day] = addDays(localDate(new Date(), timeZone), -daysAgo).split('-').map(Number)
  return instantOf({ year: year!, month: month!, day: day!, hour: 12, minute: 0 }, timeZone)
}
