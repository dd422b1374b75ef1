import { randomBytes } from 'node:crypto'
import { instantOf, localDate, wallClock } from '../../server/platform/dates.ts'
import { alignInvoices, writeShowcase } from '../support/e2e-showcase.ts'
import { expect, hoursAgo, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use(asLook(look))

    test('texts that wait for a no, are held, or were cancelled by their owner', async ({
      page,
      product,
      owner,
    }) => {
      await writeShowcase(owner, product)
      const text = (
        name: string,
        invoice_number: string,
        columns: Record<string, Buffer | Date | string | null>,
      ) => owner.texted({ sent_at: null, customer_name: name, invoice_number, ...columns })
      await text('Noor Haddad', 'INV-2042', {
        // Of no other test: what is cancelled here comes back.
        phone_hash: randomBytes(32),
        state: 'scheduled',
        due_at: hoursAgo(-2),
      })
      await text('Kiri Walker', 'INV-2043', { state: 'held', held_at: hoursAgo(0.1), due_at: hoursAgo(-1.9) })
      await text('Ewan Mackie', 'INV-2044', {
        state: 'cancelled',
        state_reason: 'cancelled_by_owner',
        due_at: hoursAgo(-1.8),
      })
      await text('Priya Raman', 'INV-2045', {
        first_name: 'Priya',
        customer_phone: '+447400123456',
        phone_country: 'GB',
        state: 'scheduled',
        due_at: nextMorningIn('Europe/London'),
      })
      await alignInvoices(owner, product.parts.db)
      await owner.setBusiness({ ask_first_at: 1020 })
      await page.goto('/dashboard')
      await page.getByText(/^You held or cancelled 2 of/).click()
      await page.getByRole('button', { name: 'Noor Haddad', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Hold for Noor Haddad' })).toBeVisible()
      await shoot(page, 'timeline-held', look)
      await page.getByRole('button', { name: 'Don’t send for Noor Haddad' }).click()
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
      await shoot(page, 'timeline-cancelled', look)
      for (const act of ['Undo', 'Hold', 'Release']) {
        await page.getByRole('button', { name: `${act} for Noor Haddad` }).click()
        await expect(page.getByRole('button', { name: `${act} for Noor Haddad` })).toHaveCount(0)
      }
      await expect(page.getByText('You released it.')).toBeVisible()
      await shoot(page, 'timeline-story', look)
      await page.goto('/dashboard?view=calendar')
      // Late in the evening that is tomorrow.
      await page.locator(`[data-day="${localDate(hoursAgo(-1.9), 'Australia/Perth')}"]`).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Kiri Walker', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Send now for Kiri Walker' })).toBeVisible()
      await shoot(page, 'calendar-day-held', look)
      await page.goto('/dashboard?tab=sms')
      await page.getByRole('group', { name: 'Ask me first' }).scrollIntoViewIfNeeded()
      await shoot(page, 'sms-ask-first', look)
    })

    test('an old text that is let go, and texts that a rule cancelled or that wait for a no', async ({
      page,
      product,
      owner,
    }) => {
      const text = (
        customer_name: string,
        invoice_number: string,
        columns: Record<string, Buffer | Date | string | null>,
      ) =>
        owner.texted({
          sent_at: null,
          delivered_at: null,
          customer_name,
          invoice_number,
          phone_hash: randomBytes(32),
          ...columns,
        })
      await text('Polly Ashford', 'INV-2046', { state: 'held', held_at: hoursAgo(73), due_at: hoursAgo(72) })
      await text('Ewan Mackie', 'INV-2047', {
        state: 'cancelled',
        state_reason: 'below_smallest_amount',
        due_at: hoursAgo(1),
      })
      await text('Noor Haddad', 'INV-2048', { state: 'scheduled', due_at: hoursAgo(-20) })
      await alignInvoices(owner, product.parts.db)
      await owner.setBusiness({ ask_first_at: 1020 })
      await page.goto('/dashboard?show=all')
      await page.getByRole('button', { name: 'Don’t send for Noor Haddad' }).waitFor()
      await shoot(page, 'timeline-all-ask-first', look)
      await page.goto('/dashboard')
      for (const name of ['Ewan Mackie', 'Noor Haddad'])
        await page.getByRole('button', { name, exact: true }).click()
      await page.getByText('Cancelled by a rule of yours.').waitFor()
      await shoot(page, 'timeline-by-a-rule', look)
      await page.getByRole('button', { name: 'Release for Polly Ashford' }).click()
      await page.getByRole('dialog', { name: 'Send it now?' }).waitFor()
      await shoot(page, 'send-it-now', look)
    })
  })
}

const nextMorningIn = (zone: string): Date => {
  const { year, month, day } = wallClock(hoursAgo(-24), zone)
  return instantOf({ year, month, day, hour: 8, minute: 0 }, zone)
}
