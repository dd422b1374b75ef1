import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, instantOf, localDate } from '../../server/platform/dates.ts'
import type { OwnerAtDashboard } from '../support/e2e-owner.ts'
import { expect, expectGoodForAll, expectInPlace, hoursAgo, test } from './dashboard-fixtures.ts'

const NAMES = ['Ines Duarte', 'Noor Haddad', 'Polly Ashford']

const sendNow = (page: Page, name: string) => page.getByRole('button', { name: `Send now for ${name}` })
const question = (page: Page) => page.getByRole('dialog', { name: 'Send it now?' })

test.use({ viewport: { width: 375, height: 740 } })

test.beforeEach(async ({ page, owner }) => {
  await owner.setBusiness({ ask_first_at: 720 })
  await owner.texted({ customer_name: 'Tom Brandt', sent_at: hoursAgo(0) })
  await waitTomorrow(owner)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /^Send now/ })).toHaveCount(3)
})

test('a second tap where “Send now” was sends to no other customer', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/send-now')) sent.push(request.url())
  })
  const said = page.getByText('The text to Ines Duarte goes out now.')
  const { x, y } = (await sendNow(page, 'Ines Duarte').boundingBox())!
  await page.mouse.click(x + 20, y + 20)
  await expect.poll(() => isUnder(page, x + 20, y + 20)).toBe(false)
  await page.mouse.click(x + 20, y + 20)
  expect(await sentAfterAll(page, sent)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()

  await sendNow(page, 'Ines Duarte').click()
  await expect(question(page)).toContainText(
    'The text goes to Ines Duarte at once. What was sent cannot be taken back.',
  )
  await expectGoodForAll(page)
  const { x: left, y: top } = (await question(page).getByRole('button', { name: 'Send it' }).boundingBox())!
  await page.mouse.click(left + 20, top + 20)
  await expect(said).toBeVisible()
  await expect(question(page)).toBeHidden()
  await page.mouse.click(left + 20, top + 20)
  expect(await sentAfterAll(page, sent)).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    / 2 pending$/,
    /^Today /,
  ])
})

test.describe('with an answer that is lost on the way', () => {
  test.use({ expectedComplaints: [/ERR_FAILED/] })

  test('a text that went after all is not said to have failed', async ({ page }) => {
    const row = page.getByRole('article').filter({ hasText: 'Ines Duarte' })
    const unreached = row.getByText('We could not reach Goodword.')
    let isDone = (): void => undefined
    const done = new Promise<void>((go) => (isDone = go))
    await page.route('**/send-now', async (route) => {
      await route.abort()
      await unreached.waitFor()
      await page.request.fetch(route.request())
      isDone()
    })
    await sendNow(page, 'Ines Duarte').click()
    await question(page).getByRole('button', { name: 'Send it' }).click()
    await expect(unreached).toBeVisible()
    await done
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(sendNow(page, 'Ines Duarte')).toBeHidden()
    await expect(row).toBeVisible()
    await expect(unreached).toBeHidden()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

for (const how of ['finger', 'keyboard'] as const)
  test(`what is decided by ${how} leaves the focus at the text`, async ({ page }) => {
    const row = page.getByRole('article').filter({ hasText: 'Noor Haddad' })
    const press = async (words: string): Promise<void> => {
      const button = row.getByRole('button', { name: `${words} for Noor Haddad` })
      if (how === 'finger') await button.click()
      else await button.press('Enter')
      await expect(button).toBeHidden()
    }
    await press('Don’t send')
    await expect(row.getByRole('button', { name: 'Undo for Noor Haddad' })).toBeFocused()
    await press('Undo')
    await expect(row.getByRole('button', { name: 'Send now for Noor Haddad' })).toBeFocused()
    await row.getByRole('button', { name: 'Send now for Noor Haddad' }).press('Enter')
    const yes = question(page).getByRole('button', { name: 'Send it' })
    if (how === 'finger') await yes.click()
    else await yes.press('Enter')
    await expect(row.getByRole('button', { name: 'Noor Haddad', exact: true })).toBeFocused()
  })

test('a text that leaves its day of the calendar leaves the focus in the dialog of that day', async ({
  page,
}) => {
  const day = tomorrow()
  await page.goto(`/dashboard?view=calendar&month=${day.slice(0, 7)}`)
  await page.locator(`[data-day="${day}"]`).click()
  await sendNow(page, 'Noor Haddad').press('Enter')
  await question(page).getByRole('button', { name: 'Send it' }).press('Enter')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectInPlace(page)
  await expect(page.locator(':focus')).toHaveAccessibleName('Close')
})

/** Whether the button that was pressed there still lies there. */
const isUnder = (page: Page, x: number, y: number): Promise<boolean> =>
  page.evaluate(
    ([left, top]) => {
      const button = document.elementFromPoint(left, top)?.closest('button')
      return button?.textContent === 'Send now for Ines Duarte'
    },
    [x, y] as const,
  )

/** What was pressed has been asked for by the time that a question which came after it is answered. */
const sentAfterAll = async (page: Page, sent: string[]): Promise<string[]> => {
  await page.evaluate(() => fetch('/api/changes'))
  return sent
}

const tomorrow = (): string => addDays(localDate(new Date(), 'Australia/Perth'), 1)

/** Three who are texted at noon of the next day, unless she says no. */
const waitTomorrow = async (owner: OwnerAtDashboard): Promise<void> => {
  const [year, month, day] = tomorrow().split('-').map(Number)
  for (const [at, customer_name] of NAMES.entries())
    await owner.texted({
      customer_name,
      phone_hash: randomBytes(32),
      state: 'scheduled',
      sent_at: null,
      due_at: instantOf(
        { year: year!, month: month!, day: day!, hour: 12, minute: 30 - at },
        'Australia/Perth',
      ),
    })
}
