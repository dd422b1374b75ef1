import { randomBytes } from 'node:crypto'
import { addDays, instantOf, localDate } from '../../server/platform/dates.ts'
import type { OwnerAtDashboard } from '../support/e2e-owner.ts'
import { expect, hoursAgo, test } from './dashboard-fixtures.ts'

const NAMES = ['Ines Duarte', 'Noor Haddad', 'Polly Ashford']

test.use({ viewport: { width: 375, height: 740 } })

test.beforeEach(async ({ page, owner }) => {
  await owner.setBusiness({ ask_first_at: 720 })
  await owner.texted({ customer_name: 'Tom Brandt', sent_at: hoursAgo(0) })
  await waitTomorrow(owner)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /^Send now/ })).toHaveCount(3)
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
    await press('Send now')
    await expect(row.getByRole('button', { name: 'Noor Haddad', exact: true })).toBeFocused()
  })

/** Three who are texted at noon of the next day, unless she says no. */
const waitTomorrow = async (owner: OwnerAtDashboard): Promise<void> => {
  const [year, month, day] = addDays(localDate(new Date(), 'Australia/Perth'), 1).split('-').map(Number)
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
