import { expect, test } from './dashboard-fixtures.ts'
import { stopTime } from './fixtures.ts'

// Answers that fail, or never come: each screen says so, and what was typed stays.
test.use({ expectedComplaints: [/status of 50[03]/] })

const AWAY = { status: 503, json: { code: 'database-away', detail: 'Our database is away just now.' } }

test('mails and automatic top-up that could not be loaded say so, and are asked for again', async ({
  page,
}) => {
  await page.route(/\/api\/(account\/notices|auto-top-up)$/, (route) => route.fulfill(AWAY))
  await page.goto('/dashboard?tab=account')
  await expect(page.getByText('Your mail settings could not be loaded.')).toBeVisible()
  await expect(page.getByText('Your automatic top-up could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await again.first().click()
  await expect(page.getByRole('switch', { name: 'E-mail me before texts stop' })).toBeVisible()
  await expect(page.getByText('Off: texts wait when your funds are used up.')).toBeVisible()
})

test('the choice of review mails keeps the focus while it is saved', async ({ page }) => {
  const saved = Promise.withResolvers<void>()
  let reviews = 'weekly'
  await page.route('**/api/account/notices', async (route) => {
    const isSaving = route.request().method() === 'PUT'
    if (isSaving) await saved.promise
    if (isSaving) reviews = 'never'
    await route.fulfill({ json: { isOn: true, hasLetter: true, reviews } })
  })
  await page.goto('/dashboard?tab=account')
  const choice = page.getByRole('combobox', { name: 'E-mail me about new reviews' })
  await choice.focus()
  await choice.selectOption('never')
  await expect(choice).toBeFocused()
  saved.resolve()
  await expect(choice).toHaveValue('never')
  await expect(choice).toBeFocused()
})

test('what is typed while a review link is saved stays', async ({ page }) => {
  const saved = Promise.withResolvers<void>()
  await page.goto('/dashboard?tab=google')
  await page.getByRole('button', { name: 'Use my own link' }).click()
  const own = page.getByLabel('Your own link')
  await own.fill('https://g.page/r/CabcDEF123/review')
  await page.route('**/api/google/business', async (route) => {
    await saved.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save link' }).click()
  await own.fill('https://g.page/r/Another/review')
  saved.resolve()
  await expect(page.getByText('Your own link is in use.')).toBeVisible()
  await expect(own).toHaveValue('https://g.page/r/Another/review')
})

test('in the same tab, too, she reads that an organisation was left out', async ({ page }) => {
  await page.goto('/dashboard')
  await page.evaluate(() => sessionStorage.setItem('goodword.xero-return', '/dashboard?tab=xero'))
  const note = 'Connected, but for an organisation that is already connected to another account.'
  await page.goto(`/xero/callback?xero=success&message=${encodeURIComponent(note)}`)
  await expect(page).toHaveURL('/dashboard?tab=xero')
  await expect(page.getByText(note)).toBeVisible()
})

test('a comparison whose answer was lost is shown, and a stop that failed is not said again', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=comparison')
  await page.getByRole('radio', { name: 'Two delays' }).check()
  await page.route('**/api/experiments', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    return route.request().method() === 'POST' ? route.fulfill(AWAY) : route.continue()
  })
  await page.getByRole('button', { name: 'Start the comparison' }).click()
  const card = page.getByRole('article', { name: 'Two delays' })
  await expect(card).toContainText('Running')

  await page.route('**/api/experiments/*/stop', (route) => route.fulfill(AWAY))
  const question = page.getByRole('dialog', { name: 'Stop this comparison?' })
  await card.getByRole('button', { name: 'Stop it' }).click()
  await question.getByRole('button', { name: 'Stop it' }).click()
  await expect(question.getByRole('alert')).toBeVisible()
  await question.getByRole('button', { name: 'Let it run' }).click()
  await card.getByRole('button', { name: 'Stop it' }).click()
  await expect(question).toContainText('It is not judged then')
  await expect(question.getByRole('alert')).toHaveCount(0)
})

test('where Xero was not asked for a customer to erase she reads so, and asks again', async ({ page }) => {
  let asked = 0
  await page.route('**/api/sms/contacts?*', (route) => {
    asked += 1
    return route.fulfill({ json: { contacts: [], notAsked: 'Xero does not answer just now.' } })
  })
  await page.goto('/dashboard?tab=account')
  await page.getByRole('combobox', { name: 'A customer who wants nothing kept' }).fill('sam g')
  await expect(page.getByText('Xero does not answer just now.')).toBeVisible()
  await page.getByRole('button', { name: 'Search again' }).click()
  await expect.poll(() => asked).toBeGreaterThan(1)
})

test('an error of a dialog is not there when it is opened again', async ({ page }) => {
  await page.route(/\/api\/(auth\/deactivate|sms\/test)$/, (route) => route.fulfill(AWAY))
  const dialog = page.getByRole('dialog')
  await page.goto('/dashboard?tab=account')
  const deactivate = page.getByRole('button', { name: 'Deactivate account' })
  await deactivate.click()
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await deactivate.click()
  await expect(dialog.getByText('This is what happens at once:')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)

  await page.goto('/dashboard?tab=sms')
  const send = page.getByRole('button', { name: 'Send a test to my phone' })
  await send.click()
  await dialog.getByLabel('Your mobile number').fill('0412 555 018')
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await send.click()
  await expect(dialog.getByLabel('Your mobile number')).toHaveValue('0412 555 018')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('the rest of a day that could not be loaded says so', async ({ page, owner }) => {
  await owner.texted({ sent_at: new Date('2026-08-20T04:00:00Z') })
  await page.route('**/api/review-requests?*', async (route) => {
    if (route.request().url().includes('cursor=')) return route.fulfill(AWAY)
    const answer = await route.fetch()
    return route.fulfill({ json: { ...((await answer.json()) as object), nextCursor: 'more' } })
  })
  await page.goto('/dashboard?view=calendar&month=2026-08&day=2026-08-20')
  const day = page.getByRole('dialog')
  await day.getByRole('button', { name: 'Show more' }).click()
  await expect(day.getByRole('alert')).toContainText('The rest could not be loaded.')
})

test.describe('after an outage', () => {
  test.use({ expectedComplaints: [/status of 502/] })

  test('what is tried again brings back all else that had failed', async ({ page, owner }) => {
    await owner.texted()
    await stopTime(page)
    const failing = /\/api\/(funds\/balance|review-requests(\/summary)?(\?.*)?)$/
    await page.route(failing, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
    await page.goto('/dashboard')
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    const count = page.getByText('This month’s count could not be loaded.')
    await expect(async () => {
      await page.clock.runFor(500)
      expect((await again.isVisible()) && (await count.isVisible())).toBe(true)
    }).toPass({ intervals: [20] })
    await expect(page.getByRole('link', { name: 'Funds –' })).toBeVisible()
    await page.unroute(failing)
    // The clock hardly moves: what comes now was asked for by the press.
    await again.click()
    const shown = [
      page.getByRole('article'),
      page.getByText(/request sent in/),
      page.getByRole('link', { name: 'Funds $18.40' }),
    ]
    await expect(async () => {
      await page.clock.runFor(2)
      expect(await Promise.all(shown.map((part) => part.isVisible()))).toEqual([true, true, true])
    }).toPass({ intervals: [20], timeout: 10_000 })
  })
})
