import type { Locator, Page } from '@playwright/test'
import { localDate } from '../../server/platform/dates.ts'
import { expect, expectGoodForAll, hoursAgo, test } from './dashboard-fixtures.ts'

const NOOR = { customer_name: 'Noor Haddad', state: 'scheduled', sent_at: null, due_at: hoursAgo(-2) }

const rowOf = (page: Page): Locator => page.getByRole('article').filter({ hasText: 'Noor Haddad' })
const act = (page: Page, words: string): Locator =>
  rowOf(page).getByRole('button', { name: `${words} for Noor Haddad` })

const monthOf = (at: Date, zone: string): string => localDate(at, zone).slice(0, 7)
const isOfThisMonth = (at: Date, zone: string): boolean => monthOf(at, zone) === monthOf(new Date(), zone)

// Sydney is two or three hours ahead of Perth: where Perth’s month ends before the text is due, Sydney’s has begun.
test.describe('a text of this month, also in the last hours of a month', () => {
  test.use({
    timeZone: isOfThisMonth(NOOR.due_at, 'Australia/Perth') ? 'Australia/Perth' : 'Australia/Sydney',
  })

  test('a text that waits is cancelled, brought back, held and let go, by the keyboard alone', async ({
    page,
    owner,
  }) => {
    await owner.texted(NOOR)
    await page.goto('/dashboard')
    await rowOf(page).getByRole('button', { name: 'Noor Haddad', exact: true }).press('Enter')
    await expect(rowOf(page)).toContainText('goes out')
    await expectGoodForAll(page)

    await test.step('what is cancelled can be undone where it stood, and in the message', async () => {
      await act(page, 'Don’t send').press('Enter')
      await expect(page.getByText('Noor Haddad gets no text.')).toBeVisible()
      await expect(rowOf(page)).toContainText('Cancelled')
      await expect(rowOf(page)).toContainText('You decided not to send it.')
      await expect(act(page, 'Undo')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(rowOf(page)).toContainText('Will be sent at the time shown.')
      await expect(page.getByText(/^The text to Noor Haddad goes out (at|on) /)).toBeVisible()
      // Looked at once, without waiting: after seven seconds the message closes in any case.
      expect(await page.getByText('Noor Haddad gets no text.').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0)
      await act(page, 'Don’t send').click()
      await expect(rowOf(page)).toContainText('Cancelled')
      await expect(page.getByText('You held or cancelled 1 of 1 this month')).toBeVisible()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(rowOf(page)).toContainText('Pending')
    })

    await test.step('what is held says so, also in a closed row, and is counted, with Google’s rule behind it', async () => {
      await act(page, 'Hold').press('Enter')
      await expect(rowOf(page)).toContainText('Held back by you: it is not sent until you release it')
      await expect(act(page, 'Release')).toBeFocused()
      await rowOf(page).getByRole('button', { name: 'Noor Haddad', exact: true }).click()
      await expect(act(page, 'Send now')).toHaveCount(0)
      await expect(act(page, 'Release')).toBeVisible()
      await page.getByText('You held or cancelled 1 of 1 this month').click()
      await expect(page.getByText('is against Google’s review policy')).toBeVisible()
      await expectGoodForAll(page)
      await act(page, 'Release').click()
      await expect(rowOf(page)).toContainText('goes out')
      await expect(page.getByText('You held or cancelled')).toHaveCount(0)
    })
  })
})

for (const [columns, words, badge] of [
  [{ state: 'held', held_at: hoursAgo(95) }, 'Release', 'Held'],
  [{ state: 'cancelled', state_reason: 'cancelled_by_owner' }, 'Undo', 'Cancelled'],
] as const)
  test(`“${words}” sends a text whose time is over only after a question`, async ({ page, owner }) => {
    // Outside the sending hours, so that it is still there to be looked at.
    const hour = new Date(Date.now() + 8 * 3_600_000).getUTCHours()
    const from = hour < 12 ? 13 * 60 : 1 * 60
    await owner.setBusiness({ sending_from: from, sending_until: from + 60 })
    await owner.texted({ ...NOOR, due_at: hoursAgo(96), ...columns })
    await page.goto('/dashboard')
    await act(page, words).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Send it now?' })
    await expect(dialog).toContainText(
      'Its time is over, so it goes to Noor Haddad now, or as soon as your sending hours open.',
    )
    await expectGoodForAll(page)
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await expect(dialog).toBeHidden()
    await expect(act(page, words)).toBeFocused()
    await expect(rowOf(page).getByText(badge, { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Send it' }).press('Enter')
    await expect(
      page.getByText(/^The text to Noor Haddad goes out as soon as your sending hours open, (at|on) /),
    ).toBeVisible()
    await expect(rowOf(page).getByText('Pending', { exact: true })).toBeVisible()
  })

test('the question stands above a day of the calendar, which stays open after a no', async ({
  page,
  owner,
}) => {
  const due_at = hoursAgo(1)
  await owner.texted({ ...NOOR, state: 'held', held_at: hoursAgo(2), due_at })
  const day = localDate(due_at, 'Australia/Perth')
  await page.goto(`/dashboard?view=calendar&month=${day.slice(0, 7)}`)
  await page.locator(`[data-day="${day}"]`).click()
  await act(page, 'Release').click()
  const question = page.getByRole('dialog', { name: 'Send it now?' })
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(question).toBeHidden()
  await expect(act(page, 'Release')).toBeFocused()
  await act(page, 'Release').click()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(act(page, 'Release')).toBeVisible()
  await act(page, 'Release').click()
  await question.getByRole('button', { name: 'Send it' }).click()
  await expect(rowOf(page).getByText('Held', { exact: true })).toBeHidden()
})

test('the message after a cancel asks as well, where the time of the text is over', async ({
  page,
  owner,
}) => {
  await owner.texted({ ...NOOR, state: 'waiting_for_funds', waiting_since: hoursAgo(2), due_at: hoursAgo(2) })
  await page.goto('/dashboard')
  await rowOf(page).getByRole('button', { name: 'Noor Haddad', exact: true }).click()
  await act(page, 'Don’t send').click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText(/^Its time is over, so it goes to Noor Haddad now/)).toBeVisible()
  await expect(rowOf(page).getByText('Cancelled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send it', exact: true }).click()
  await expect(page.getByText('The text to Noor Haddad goes out now.')).toBeVisible()
})

test('a text that is held is called so on the timeline and in All Activity', async ({ page, owner }) => {
  await owner.texted({ ...NOOR, state: 'held', held_at: new Date() })
  for (const address of ['/dashboard', '/dashboard?tab=activity']) {
    await page.goto(address)
    await expect(rowOf(page).getByText('Held', { exact: true })).toBeVisible()
  }
})

test.describe('outside the sending hours', () => {
  test.use({ expectedComplaints: [/status of 409/] })

  test('a text is not sent now, and it is said when it can go', async ({ page, owner }) => {
    const hour = new Date(Date.now() + 8 * 3_600_000).getUTCHours()
    const from = hour < 12 ? 13 * 60 : 1 * 60
    await owner.setBusiness({ sending_from: from, sending_until: from + 60 })
    await owner.texted(NOOR)
    await page.goto('/dashboard?tab=activity')
    await rowOf(page).getByRole('button', { name: 'Noor Haddad', exact: true }).click()
    await act(page, 'Send now').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).click()
    await expect(
      page.getByText(
        /It is outside the sending hours of this customer\. The text can go from 1:00 [ap]m.* \(Perth time\)\./,
      ),
    ).toBeVisible()
    await expect(rowOf(page)).toContainText('Pending')
    await owner.setBusiness({ sending_from: null, sending_until: null })
    await act(page, 'Send now').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).click()
    await expect(page.getByText('The text to Noor Haddad goes out now.')).toBeVisible()
  })
})

test('an owner who is asked first says until when, and is asked at each text', async ({ page, owner }) => {
  await page.goto('/dashboard?tab=sms')
  const setting = page.getByRole('group', { name: 'Ask me first' })
  await setting.getByRole('checkbox', { name: 'Ask me first' }).check()
  await setting.getByRole('combobox', { name: 'Texts go out at' }).selectOption({ label: '5:00 pm' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/^Your settings are saved/)).toBeVisible()
  await page.reload()
  await expect(setting.getByRole('combobox')).toHaveValue('1020')
  await expectGoodForAll(page)

  const until = page.getByRole('combobox', { name: 'Send until' })
  const hours = page.getByRole('group', { name: 'Sending hours' })
  await hours.getByRole('checkbox', { name: 'At any hour' }).uncheck()
  await until.selectOption({ label: '4:00 pm' })
  const moved = setting.getByText('Moved from 5:00 pm to 3:30 pm, so that it is inside your sending hours.')
  await expect(moved).toBeVisible()
  await expectGoodForAll(page)
  await until.selectOption({ label: '7:00 pm' })
  await expect(moved).toBeHidden()
  await expect(setting.getByRole('combobox')).toHaveValue('1020')
  await until.selectOption({ label: '4:00 pm' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/^Your settings are saved/)).toBeVisible()
  await page.reload()
  await expect(setting.getByRole('combobox')).toHaveValue('930')
  await hours.getByRole('checkbox', { name: 'At any hour' }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Not saved yet.', { exact: true })).toBeHidden()

  await owner.texted(NOOR)
  await page.goto('/dashboard')
  await expect(rowOf(page)).toContainText(/Goes at \d+:\d\d [ap]m (today|tomorrow) unless you say no\./)
  await expect(act(page, 'Send now')).toBeVisible()
  await expectGoodForAll(page)
  await rowOf(page).getByRole('button', { name: 'Noor Haddad', exact: true }).click()
  await expect(rowOf(page)).toContainText('Say no with Don’t send, or Hold it, before then.')

  await page.goto('/dashboard?tab=activity')
  await expect(act(page, 'Don’t send')).toBeVisible()
  await expectGoodForAll(page)
  await page.goto('/dashboard?show=all')
  await act(page, 'Don’t send').click()
  await expect(rowOf(page)).toContainText('You decided not to send it.')
  await expect(act(page, 'Undo')).toBeVisible()
  await expect(act(page, 'Don’t send')).toHaveCount(0)
})
