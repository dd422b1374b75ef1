import type { Page } from '@playwright/test'
import { writeWeeksInXero } from '../support/weeks-in-xero.ts'
import { expect, hoursAgo, test } from './dashboard-fixtures.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('looking again keeps the focus on its button, and gives it to the list when the row is mended', async ({
  page,
  owner,
}) => {
  const [mended] = [await owner.skipped('no_mobile'), await owner.skipped('landline')]
  await page.goto('/dashboard?tab=activity&view=mend')
  const all = page.getByRole('button', { name: 'Look again for all 2' })
  await page.route('**/api/activity/retry', (route) =>
    route.fulfill({ json: { looked: 2, askable: 0, left: 2 } }),
  )
  await all.press('Enter')
  await expect(page.getByText('Nothing has changed in Xero for these 2 yet.')).toBeVisible()
  await expect(all).toBeFocused()

  await page.route('**/api/activity/to-mend', async (route) => {
    const answer = await route.fetch()
    const { items, ...rest } = (await answer.json()) as { items: { invoiceId: string }[] }
    await route.fulfill({ json: { ...rest, items: items.filter((item) => item.invoiceId !== mended) } })
  })
  await page.route('**/api/activity/*/retry', (route) =>
    route.fulfill({
      json: { item: { customerName: 'Sam Green', what: 'Will be sent at the time shown.' }, changed: true },
    }),
  )
  await page
    .getByRole('article')
    .filter({ hasText: 'No mobile' })
    .getByRole('button', { name: /^Look again/ })
    .press('Enter')
  await page.getByRole('button', { name: 'Look again', exact: true }).waitFor()
  await expect(page.getByRole('list', { name: 'To mend' })).toBeFocused()
})

test('skipped turns, a check that failed and a saved change leave the focus near where it was', async ({
  page,
  product,
  owner,
}) => {
  await owner.setBusiness({ pace_per_hour: 20, pace_per_day: 60 })
  const waiting = {
    state: 'scheduled',
    state_reason: 'paced',
    turn_at: new Date(),
    sent_at: null,
    delivered_at: null,
  }
  await owner.texted({ ...waiting, due_at: hoursAgo(-30) })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Skip them' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Skip them' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Texts that wait for their turn' })).toBeHidden()
  await expect(heading(page)).toBeFocused()

  writeWeeksInXero(product, owner.tenantId)
  product.sandbox.faults.ask({ xero5xx: { count: 1 } })
  await page.goto('/dashboard?tab=backtest')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await owner.setOrganisation({ blocked_until: null })
  await again.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /would have led/ })).toBeVisible()
  await expect(heading(page)).toBeFocused()

  await page.goto('/dashboard?tab=sms')
  await page.getByRole('combobox', { name: 'Cooldown' }).selectOption('0')
  product.sandbox.faults.ask({ xero5xx: { count: 1 } })
  await page.getByRole('button', { name: 'Try on the last 30 days' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Try again' }).waitFor()
  await owner.setOrganisation({ blocked_until: null })
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(dialog).toContainText('paid invoices would have led')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.getByText(/^Your settings are saved/)).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.matches('main *'))).toBe(true)
})

test('words that are added and taken out keep the focus in their row', async ({ page, owner }) => {
  await owner.setBusiness({ excluded_words: ['Council', 'Strata'] })
  await page.goto('/dashboard?tab=sms')
  const field = page.getByRole('textbox', { name: 'A word to leave out' })
  await field.fill('Owners')
  await page
    .getByRole('group', { name: 'Words in a customer’s name' })
    .getByRole('button', { name: 'Add' })
    .press('Enter')
  await expect(field).toBeFocused()
  for (const [word, next] of [
    ['Council', 'Strata'],
    ['Owners', 'Strata'],
  ] as const) {
    await page.getByRole('button', { name: `Remove ${word}` }).press('Enter')
    await expect(page.getByRole('button', { name: `Remove ${next}` })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
})

test.describe('by Tab alone, on a phone', () => {
  test.use({ viewport: { width: 375, height: 760 } })

  test('each new screen is walked through, and each stop is seen and wide enough', async ({
    page,
    product,
    owner,
  }) => {
    test.setTimeout(60_000)
    writeWeeksInXero(product, owner.tenantId)
    await owner.setBusiness({
      excluded_words: ['Strata'],
      ask_first_at: 1020,
      pace_per_hour: 20,
      pace_per_day: 60,
    })
    await owner.skipped('no_mobile')
    await owner.texted({
      state: 'held',
      held_at: new Date(),
      sent_at: null,
      delivered_at: null,
      due_at: hoursAgo(-3),
    })
    for (const [address, words] of [
      ['/dashboard', 'Held back by you'],
      ['/dashboard?tab=backtest', 'The first text'],
      ['/dashboard?tab=activity&view=mend', 'No mobile number we could text.'],
      ['/dashboard?tab=sms', 'Customers to leave out'],
    ] as const) {
      await page.goto(address)
      await page.getByText(words).first().waitFor()
      const { missed, unseen, small } = await walk(page)
      expect({ address, missed, unseen, small }).toEqual({ address, missed: [], unseen: [], small: [] })
    }
  })
})

/** Presses Tab until all stops of the page were met or the browser has no more. */
const walk = async (page: Page): Promise<Record<'missed' | 'unseen' | 'small', string[]>> => {
  const stops = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea, summary)',
    )
    return [...all].filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility())
      .length
  })
  const met: { name: string; isSeen: boolean; isSmall: boolean }[] = []
  await page.locator('main').focus()
  for (let at = 0; at < stops; at++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const one = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      one.scrollIntoView({ block: 'center' })
      const { left, right, top, bottom } = (one.closest('label') ?? one).getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const isHit = (across: number, down: number): boolean => {
        const hit = document.elementFromPoint(x + across, y + down)
        return one.contains(hit) || (one.closest('label')?.contains(hit) ?? false)
      }
      // The name of a row has links right below it.
      const isInText = one.matches('p a, article [aria-expanded]')
      return {
        name: `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent}`.slice(0, 60),
        isIn: one.closest('main') !== null,
        isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        isSmall: !isInText && !(isHit(-21, 0) && isHit(21, 0) && isHit(0, -21) && isHit(0, 21)),
      }
    })
    if (!stop.isIn) break
    met.push(stop)
  }
  return {
    missed: met.length === stops ? [] : [`${met.length} of ${stops}`],
    unseen: met.filter(({ isSeen }) => !isSeen).map(({ name }) => name),
    small: met.filter(({ isSmall }) => isSmall).map(({ name }) => name),
  }
}

test.use({ expectedComplaints: [/status of (409|503)/] })
