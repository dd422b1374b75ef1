import type { Page } from '@playwright/test'
import type { Backtest } from '../../contracts/backtest.ts'
import { writeWeeksInXero } from '../support/weeks-in-xero.ts'
import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot as shootLook } from './shoot.ts'

const LONG_NAME =
  'The Owners of Strata Plan 447120, Harbourside Towers North and South (care of Coogee Strata)'
const DAY_MS = 86_400_000

/** A month with one flood of payments, long names, and a reading that Xero cut short. */
const flooded = (): Backtest => {
  const days = Array.from({ length: 30 }, (_, at) => ({
    day: new Date(Date.now() - (29 - at) * DAY_MS).toISOString().slice(0, 10),
    count: at === 12 ? 1_214 : at % 7 === 0 ? 0 : at % 4,
  }))
  return {
    from: days[0]!.day,
    until: days.at(-1)!.day,
    paid: 1_402,
    asked: 1_251,
    wouldCancel: null,
    askedAsSaved: 1_300,
    cost: 112.59,
    currency: 'AUD',
    days,
    inTurn: { count: 1_190, perDay: 60 },
    skipped: [
      {
        reason: 'cooldown',
        what: 'They were sent a review request recently, or one was already scheduled.',
        count: 1_120,
        names: [LONG_NAME, 'Al-Rashid & Sons', 'Bo'],
      },
      { reason: 'landline', what: 'The number on the contact is a landline.', count: 31, names: [] },
    ],
    first: {
      customerName: LONG_NAME,
      sender: '+61480000000',
      body: `Hi there, thanks for your payment of invoice SI-2026-000117-COOGEE. Could you leave us a review? https://goodword.test/r/2bYourWord Reply STOP to opt out`,
      day: days[1]!.day,
    },
    missing:
      'Xero limits how often we may ask, and paid invoices go first: these are the invoices that we could read.',
  }
}

for (const look of LOOKS) {
  const shoot = (page: Page, name: string): Promise<void> => shootLook(page, name, look)

  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/status of (409|503)/] })

    test('what would have happened, where Xero says little, too much or nothing', async ({
      page,
      product,
      owner,
    }) => {
      await owner.setBusiness({ smallest_cents: 90_000_000 })
      writeWeeksInXero(product, owner.tenantId)
      await page.goto('/dashboard?tab=backtest')
      await page.getByRole('heading', { level: 2, name: /^None of/ }).waitFor()
      await shoot(page, 'backtest-none')
      product.sandbox.faults.ask({ xero5xx: { count: 1 } })
      await page.reload()
      await page.getByRole('alert').waitFor()
      await shoot(page, 'backtest-failed')
      await owner.setOrganisation({ blocked_until: null, state: 'disconnected' })
      await page.reload()
      await page.getByText('Xero is not connected', { exact: true }).waitFor()
      await shoot(page, 'backtest-not-connected')
      await owner.setOrganisation({ state: 'connected' })
      await page.route('**/api/backtest', (route) =>
        route.fulfill({
          contentType: 'application/x-ndjson',
          body: `${JSON.stringify({ backtest: flooded() })}\n`,
        }),
      )
      await page.reload()
      await page.getByRole('heading', { level: 2, name: /would have led/ }).waitFor()
      await shoot(page, 'backtest-flood')
      await page.goto('/dashboard?tab=sms')
      await page.getByRole('combobox', { name: 'Cooldown' }).selectOption('0')
      const tryIt = page.getByRole('button', { name: 'Try on the last 30 days' })
      await tryIt.click()
      await page.getByRole('dialog').getByText('instead of').waitFor()
      await shoot(page, 'backtest-tried-flood')
      await page.keyboard.press('Escape')
      await page.unroute('**/api/backtest')
      product.sandbox.faults.ask({ xero5xx: { count: 1 } })
      await tryIt.click()
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await shoot(page, 'backtest-tried-failed')
    })
  })
}
