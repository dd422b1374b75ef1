import type { Page, Route } from '@playwright/test'
import { expect, expectGoodForAll, hoursAgo, test } from './dashboard-fixtures.ts'

/** Keeps what is asked of this address waiting, until it is let go on or refused. */
const hold = async (page: Page, address: string | RegExp) => {
  let answer: ((how: 'go' | 'refuse') => void) | undefined
  const until = new Promise<'go' | 'refuse'>((done) => (answer = done))
  const wait = async (route: Route): Promise<void> => {
    if ((await until) === 'go') return route.continue()
    await route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: {
        title: 'Service Unavailable',
        status: 503,
        code: 'xero-unavailable',
        detail: 'Xero cannot be asked.',
      },
    })
  }
  await page.route(address, wait)
  return {
    go: () => answer?.('go'),
    refuse: () => answer?.('refuse'),
    end: () => page.unroute(address, wait),
  }
}

test.use({ expectedComplaints: [/status of 503/] })

test('a reading of the last 30 days is good for all while it is under way, and where it failed', async ({
  page,
}) => {
  const reading = await hold(page, '**/api/backtest')
  await page.goto('/dashboard?tab=backtest')
  await expect(page.getByText('Asking Xero what was paid')).toBeVisible()
  await expectGoodForAll(page)
  reading.refuse()
  await expect(page.getByText('The last 30 days could not be checked.')).toBeVisible()
  await expectGoodForAll(page)
  await reading.end()

  const trying = await hold(page, '**/api/backtest')
  await page.goto('/dashboard?tab=sms')
  await page.getByRole('combobox', { name: 'Cooldown' }).selectOption('0')
  await page.getByRole('button', { name: 'Try on the last 30 days' }).click()
  await expect(page.getByRole('dialog').getByText('Asking Xero what was paid')).toBeVisible()
  await expectGoodForAll(page)
  trying.refuse()
  await expect(page.getByText('It could not be tried.')).toBeVisible()
  await expectGoodForAll(page)
  await trying.end()
  await page.keyboard.press('Escape')

  const labels = await hold(page, '**/api/sms/labels')
  await page.getByRole('button', { name: 'Choose from Xero' }).click()
  await expect(page.getByText('Loading Xero’s groups')).toBeAttached()
  await expectGoodForAll(page)
  labels.refuse()
  await expect(page.getByText('Xero’s groups could not be loaded.')).toBeVisible({ timeout: 20_000 })
  await expectGoodForAll(page)
})

test('what can be mended, and a text that is opened, are good for all while they load and are looked for', async ({
  page,
  owner,
}) => {
  await owner.skipped('no_mobile')
  await owner.texted({
    customer_name: 'Noor Haddad',
    state: 'scheduled',
    sent_at: null,
    delivered_at: null,
    due_at: hoursAgo(-3),
  })
  const list = await hold(page, '**/api/activity/to-mend')
  await page.goto('/dashboard?tab=activity&view=mend')
  await expect(page.getByText('Loading what you can mend')).toBeAttached()
  await expectGoodForAll(page)
  list.go()
  const again = await hold(page, '**/api/activity/retry')
  await page.getByRole('button', { name: 'Look again', exact: true }).click()
  await expect(page.getByText('Looking in Xero: 0 of 1.')).toBeVisible()
  await expectGoodForAll(page)
  again.refuse()
  await expect(page.getByRole('alert')).toContainText('Xero cannot be asked.')
  await expectGoodForAll(page)

  const text = await hold(page, /\/api\/review-requests\/[-0-9a-f]{36}$/)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Noor Haddad', exact: true }).click()
  await expect(page.getByText('Loading this text')).toBeAttached()
  await expectGoodForAll(page)
  text.go()
  const act = await hold(page, '**/api/review-requests/*/hold')
  await page.getByRole('button', { name: 'Hold for Noor Haddad' }).click()
  await expect(page.locator('main button[aria-busy=true]')).toBeVisible()
  await expectGoodForAll(page)
  act.go()
  await expect(page.getByRole('button', { name: 'Release for Noor Haddad' })).toBeFocused()
})

test('rows of the choice before are marked until those of the new one are there', async ({ page, owner }) => {
  await owner.texted()
  await owner.skipped('no_mobile')
  await page.goto('/dashboard?tab=activity')
  const rows = page.getByRole('article')
  await expect(rows).toHaveCount(2)
  const list = await hold(page, /\/api\/activity\?.*outcome=texted/)
  await page.getByRole('button', { name: '1 Texted', exact: true }).click()
  const old = page.locator('[aria-busy=true]').filter({ has: rows })
  await expect(old).toHaveCSS('opacity', '0.6')
  list.go()
  await expect(rows).toHaveCount(1)
  await expect(old).toHaveCount(0)
})

test('a question cannot be closed while its act is under way, and can again where that failed', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=account')
  await page.getByRole('button', { name: 'Deactivate account' }).click()
  const question = page.getByRole('dialog', { name: 'Deactivate your account?' })
  const act = await hold(page, '**/api/auth/deactivate')
  await question.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(question.getByRole('button', { name: 'Keep my account' })).toBeDisabled()
  await expect(question.getByRole('button', { name: 'Close' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  await expect(question).toBeVisible()
  await expectGoodForAll(page)
  act.refuse()
  await expect(question.getByText('Xero cannot be asked.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
})
