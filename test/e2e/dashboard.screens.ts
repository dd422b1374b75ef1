import type { Page } from '@playwright/test'
import { alignInvoices, writeShortHistory } from '../support/e2e-showcase.ts'
import { codeOn } from '../support/test-numbers.ts'
import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

const TABS = ['activity', 'reviews', 'google', 'xero', 'sms', 'account', 'top-up'] as const

const settle = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/status of (409|422|500)|ERR_INTERNET_DISCONNECTED/] })

    test('the dashboard, tab by tab', async ({ page, product, owner }) => {
      await writeShortHistory(owner, product)
      await page.goto('/dashboard')
      await settle(page)
      await shoot(page, 'timeline', look)
      await page.goto('/dashboard?show=all')
      await settle(page)
      await shoot(page, 'timeline-all', look)
      await page.goto('/dashboard?view=calendar')
      await settle(page)
      await shoot(page, 'calendar', look)
      await page.locator('[aria-current=date]').click()
      await page.getByRole('dialog').getByRole('article').first().waitFor()
      await shoot(page, 'calendar-day', look)
      for (const tab of TABS) {
        await page.goto(`/dashboard?tab=${tab}`)
        await settle(page)
        await shoot(page, `dashboard-${tab}`, look)
      }
      await page.goto('/dashboard?tab=activity&outcome=skipped&reason=no_mobile')
      await settle(page)
      await shoot(page, 'dashboard-activity-chosen', look)
      await page.goto('/dashboard?tab=activity&view=mend')
      await settle(page)
      await shoot(page, 'dashboard-to-mend', look)
    })

    test('rows that are opened, and review requests that are off', async ({ page, product, owner }) => {
      await writeShortHistory(owner, product)
      const sent = await owner.texted({
        body: 'Hi Kiri, thanks for choosing Whitlock Electrical. A quick review helps a lot: goodword.test/r/2bYourWord\nReply STOP to opt out',
        segments: 1,
        customer_name: 'Kiri Walker',
        first_name: 'Kiri',
        customer_phone: '+61491570006',
        invoice_number: 'INV-2043',
        delivered_at: new Date(),
      })
      await owner.spend(9, sent)
      await owner.optOut(sent)
      await owner.texted({
        customer_name: 'Ewan Mackie',
        customer_phone: '+61491570110',
        invoice_number: 'INV-2044',
        state: 'cancelled',
        state_reason: 'automation_off',
        sent_at: null,
      })
      await alignInvoices(owner, product.parts.db)
      await owner.setBusiness({ automation_enabled: false })
      for (const [name, address] of [
        ['timeline-off', '/dashboard'],
        ['activity-off', '/dashboard?tab=activity'],
      ] as const) {
        await page.goto(address)
        await settle(page)
        await page.getByRole('button', { name: 'Kiri Walker' }).click()
        await page.getByRole('blockquote').waitFor()
        await shoot(page, name, look)
      }
      await page.goto('/dashboard?view=calendar')
      await settle(page)
      await page.locator('[aria-current=date]').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Kiri Walker' }).click()
      await page.getByRole('blockquote').waitFor()
      await shoot(page, 'calendar-day-opened', look)
      await page.goto('/dashboard')
      await page.getByRole('searchbox').fill('sam green')
      await page.getByText('No text matches').waitFor()
      await shoot(page, 'timeline-not-found', look)
    })

    test('a search that waits for the connection', async ({ page, product, owner, context }) => {
      await writeShortHistory(owner, product)
      await page.goto('/dashboard')
      await settle(page)
      await context.setOffline(true)
      await page.getByRole('searchbox').fill('walker')
      await page.getByText('Waiting for the connection. This is the list from before.').waitFor()
      await page.getByText('You are offline.').waitFor()
      await shoot(page, 'timeline-waiting', look)
    })

    test('a test text, step by step', async ({ page, product }) => {
      await page.goto('/dashboard?tab=sms')
      await page.getByRole('button', { name: 'Send a test to my phone' }).click()
      const dialog = page.getByRole('dialog', { name: 'Send a test to my phone' })
      await settle(page)
      await shoot(page, 'dashboard-test-number', look)
      await dialog.getByLabel('Your mobile number').fill('0412 555 987')
      await page.keyboard.press('Enter')
      await expect(dialog.getByLabel('Code from the text')).toBeFocused()
      await shoot(page, 'dashboard-test-code', look)
      await page.keyboard.type(codeOn(product, '+61412555987') === '000000' ? '000001' : '000000')
      await page.keyboard.press('Enter')
      await dialog.getByRole('alert').waitFor()
      await shoot(page, 'dashboard-test-code-wrong', look)
    })

    test('an account that is back, and has yet to connect Xero', async ({ page, product, owner }) => {
      await writeShortHistory(owner, product)
      await owner.setOrganisation({ state: 'disconnected', live_since: null, swept_at: new Date() })
      for (const reason of ['bill', 'paid_before_go_live']) await owner.skipped(reason)
      const paid_on = '2026-01-10'
      const early = await owner.skipped('paid_before_go_live')
      await product.parts.db
        .updateTable('invoices')
        .set({ paid_on })
        .where('invoice_id', '=', early)
        .execute()
      for (const tab of ['activity', 'xero']) {
        await page.goto(`/dashboard?tab=${tab}`)
        await settle(page)
        await shoot(page, `account-back-${tab}`, look)
      }
    })

    test('the dashboard in trouble', async ({ page, owner }) => {
      await owner.setOrganisation({ state: 'disconnected' })
      await page.goto('/dashboard?payment=cancelled')
      await settle(page)
      await shoot(page, 'dashboard-banners', look)
      await page.goto('/dashboard?tab=sms')
      await page.getByLabel('Your message').fill('Hi {firstName} – a free coffee for “5 stars”… {reviewLink}')
      await page.getByRole('button', { name: 'Replace them for me' }).waitFor()
      await shoot(page, 'dashboard-sms-refused', look)
      await page.route('**/api/review-requests?*', (route) => route.fulfill({ status: 500, body: '{}' }))
      await page.goto('/dashboard?tab=google')
      await page.goto('/dashboard')
      await page.getByText('Your requests could not be loaded.').waitFor({ timeout: 20_000 })
      await shoot(page, 'timeline-failed', look)
    })
  })
}
