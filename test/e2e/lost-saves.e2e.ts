import type { Page } from '@playwright/test'
import { expect, test } from './dashboard-fixtures.ts'

test.use({ expectedComplaints: [/ERR_FAILED|status of 40[14]/] })

/** Each is saved, and its first answer is lost on the way. */
const SAVES: { what: string; path: string; change: (page: Page) => Promise<unknown>; saved: RegExp }[] = [
  {
    what: 'the message',
    path: '**/api/sms/template',
    change: (page) => page.getByLabel('Your message').fill('Hi {firstName}, all well? {reviewLink}'),
    saved: /^Your message is saved/,
  },
  {
    what: 'the settings',
    path: '**/api/sms/settings',
    change: (page) => page.getByRole('combobox', { name: 'Cooldown' }).selectOption('30'),
    saved: /^Your settings are saved/,
  },
  {
    what: 'who is not asked',
    path: '**/api/sms/rules',
    change: (page) => page.getByRole('textbox', { name: 'Smallest amount' }).fill('50'),
    saved: /^Who is not asked is saved/,
  },
  {
    what: 'the reminder',
    path: '**/api/sms/reminders',
    change: (page) => page.getByRole('checkbox', { name: 'Send one reminder' }).check(),
    saved: /^The reminder is on/,
  },
]

for (const { what, path, change, saved } of SAVES) {
  test(`a save of ${what} whose answer was lost is not said to be another’s at the next press`, async ({
    page,
  }) => {
    // Else it is read anew within seconds.
    await page.route('**/api/changes', () => new Promise(() => undefined))
    await loseFirstAnswer(page, path)
    await page.goto('/dashboard?tab=sms')
    await change(page)
    const save = page.getByRole('button', { name: 'Save changes' })
    await save.click()
    await expect(page.getByText('We could not reach Goodword.')).toBeVisible()
    await save.click()
    await expect(page.getByText(saved)).toBeVisible()
    await expect(save).toHaveCount(0)
  })

  test(`a save of ${what} whose answer was lost is said to have failed no more once it is read`, async ({
    page,
  }) => {
    await loseFirstAnswer(page, path)
    await page.goto('/dashboard?tab=sms')
    await change(page)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('We could not reach Goodword.')).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('Not saved yet.', { exact: true })).toHaveCount(0)
    await expect(page.getByText('We could not reach Goodword.')).toHaveCount(0)
  })
}

test('a disconnection whose answer was lost is done at the next press', async ({ page }) => {
  await loseFirstAnswer(page, '**/api/xero/disconnect')
  await page.goto('/dashboard?tab=xero')
  await page.getByRole('button', { name: 'Disconnect Whitlock Electrical' }).click()
  const question = page.getByRole('dialog')
  const yes = question.getByRole('button', { name: 'Disconnect', exact: true })
  await yes.click()
  await expect(question.getByText('We could not reach Goodword.')).toBeVisible()
  await yes.click()
  await expect(page.getByText('Whitlock Electrical is disconnected.')).toBeVisible()
  await expect(question).toBeHidden()
  await expect(page.getByText('No organisation is connected')).toBeVisible()
})

test('a deactivation whose answer was lost leads to the sign-in page at the next press', async ({ page }) => {
  // Else its session is found to have ended within seconds.
  await page.route('**/api/changes', () => new Promise(() => undefined))
  await loseFirstAnswer(page, '**/api/auth/deactivate')
  await page.goto('/dashboard?tab=account')
  await page.getByRole('button', { name: 'Deactivate account' }).click()
  const yes = page.getByRole('button', { name: 'Deactivate', exact: true })
  await yes.click()
  await expect(page.getByRole('dialog').getByText('We could not reach Goodword.')).toBeVisible()
  await yes.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
})

test('an erasure whose answer was lost leads to the sign-in page at the next press', async ({ page }) => {
  await page.route('**/api/changes', () => new Promise(() => undefined))
  await loseFirstAnswer(page, '**/api/erasure')
  await page.goto('/dashboard?tab=account')
  await page.getByRole('button', { name: 'Erase my business' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('textbox').fill('Whitlock Electrical')
  const yes = question.getByRole('button', { name: 'Erase in 7 days' })
  await yes.click()
  await expect(question.getByText('We could not reach Goodword.')).toBeVisible()
  await yes.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
})

const loseFirstAnswer = async (page: Page, path: string): Promise<void> => {
  let tries = 0
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET' || ++tries > 1) return route.fallback()
    await route.fetch()
    return route.abort()
  })
}
