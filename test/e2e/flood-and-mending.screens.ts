import type { Page } from '@playwright/test'
import { alignInvoices, writeShowcase } from '../support/e2e-showcase.ts'
import { expect, hoursAgo, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot as shootLook } from './shoot.ts'

const LONG_NAME =
  'The Owners of Strata Plan 447120, Harbourside Towers North and South (care of Coogee Strata)'
const DAY_MS = 86_400_000

for (const look of LOOKS) {
  const shoot = (page: Page, name: string): Promise<void> => shootLook(page, name, look)

  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/status of (409|503)/] })

    test('a flood that is announced, and texts that cannot go now', async ({ page, product, owner }) => {
      await writeShowcase(owner, product)
      await owner.setBusiness({ pace_per_hour: 20, pace_per_day: 60 })
      for (const days of [0.1, 0.2, 1, 1, 2, 3])
        await owner.texted({
          customer_name: days === 1 ? LONG_NAME : 'Noor Haddad',
          invoice_number: 'INV-2042',
          state: 'scheduled',
          state_reason: 'paced',
          turn_at: new Date(),
          sent_at: null,
          due_at: new Date(Date.now() + days * DAY_MS),
        })
      await alignInvoices(owner, product.parts.db)
      await page.goto('/dashboard')
      await page.getByText('Waiting for its turn').first().waitFor()
      await shoot(page, 'flood')
      await page.getByRole('button', { name: 'Skip them' }).click()
      await page.getByRole('dialog').waitFor()
      await shoot(page, 'flood-skip')
      await page.keyboard.press('Escape')
      const hour = new Date(Date.now() + 8 * 3_600_000).getUTCHours()
      const from = hour < 12 ? 13 * 60 : 1 * 60
      await owner.setBusiness({ sending_from: from, sending_until: from + 60 })
      const first = page.getByRole('article').filter({ hasText: 'Noor Haddad' }).first()
      await first.getByRole('button', { name: 'Noor Haddad', exact: true }).click()
      await first.getByRole('button', { name: 'Send now' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).click()
      await first.getByRole('alert').waitFor()
      await shoot(page, 'send-now-refused')
    })

    test('what can be mended, while it is looked for again and afterwards', async ({
      page,
      product,
      owner,
    }) => {
      const { db } = product.parts
      await page.goto('/dashboard?tab=activity&view=mend')
      await page.getByText('Nothing to mend').waitFor()
      await shoot(page, 'to-mend-empty')
      for (const reason of ['no_mobile', 'landline', 'country_not_served', 'no_mobile']) {
        const invoiceId = await owner.skipped(reason)
        const columns =
          reason === 'landline'
            ? { contact_name: LONG_NAME, total: '12840.5', number: 'SI-2026-000117-COOGEE' }
            : { contact_name: 'Ines Duarte', total: '210', number: 'INV-2032' }
        await db.updateTable('invoices').set(columns).where('invoice_id', '=', invoiceId).execute()
      }
      await owner.texted({ customer_name: 'Tom Brandt', state: 'failed', state_reason: '30005' })
      await page.reload()
      await page.getByRole('article').first().waitFor()
      let answer = (_value?: unknown): void => undefined
      await page.route('**/api/activity/retry', async (route) => {
        await new Promise((done) => (answer = done))
        await route.fulfill({ json: { looked: 5, askable: 1, left: 4 } })
      })
      await page.getByRole('button', { name: 'Look again for all 5' }).click()
      await page.getByText('Looking in Xero: 0 of 5.').waitFor()
      await shoot(page, 'to-mend-looking')
      answer()
      await page.getByText('1 of 5 can be asked now.').waitFor()
      await shoot(page, 'to-mend-looked')
      await page.unroute('**/api/activity/retry')
      product.sandbox.faults.ask({ xero5xx: {} })
      await page.getByRole('button', { name: 'Look again for all 5' }).click()
      await page.getByRole('alert').waitFor()
      await shoot(page, 'to-mend-stopped')
      product.sandbox.faults.clear()
      await owner.setBusiness({ automation_enabled: false })
      await page.reload()
      await page.getByRole('link', { name: 'Open SMS Setup' }).first().waitFor()
      await shoot(page, 'to-mend-off')
    })

    test('who was left out by which rule, and what can be done', async ({ page, product, owner }) => {
      for (const reason of [
        'deposit_invoice',
        'excluded_group',
        'paid_before_go_live',
        'below_smallest_amount',
        'opted_out',
        'cooldown',
        'excluded_word',
      ])
        await owner.skipped(reason)
      await owner.texted({
        customer_name: LONG_NAME,
        state: 'held',
        held_at: new Date(),
        sent_at: null,
        due_at: hoursAgo(-3),
      })
      await alignInvoices(owner, product.parts.db)
      await page.goto('/dashboard?tab=activity')
      await page.getByRole('article').first().waitFor()
      await page.getByRole('button', { name: LONG_NAME, exact: true }).click()
      await page.getByRole('button', { name: 'Send now' }).waitFor()
      await page.getByRole('button', { name: 'Sam Green', exact: true }).first().click()
      await expect(page.getByText('What you can do')).toHaveCount(2)
      await shoot(page, 'activity-left-out')
    })
  })
}
