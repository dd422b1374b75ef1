import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { chargeIfLow } from '../../server/payments/auto-top-ups/charge-low-funds.ts'
import { handleWaiting } from '../support/payments.ts'
import { wordsOf } from '../support/pdf-words.ts'
import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

test.use({ fundsCents: 1_840 })

const section = (page: Page) => page.getByRole('region', { name: 'Automatic top-up' })

/** Agrees to what is proposed, but for the level, and leaves a card on Stripe's page. */
const setUp = async (page: Page, card = 'Save card', level = '20'): Promise<void> => {
  await page.goto('/dashboard?tab=top-up')
  await section(page).getByRole('button', { name: 'Set up automatic top-up' }).click()
  await page.getByLabel('When funds fall below').fill(level)
  const go = page.getByRole('button', { name: 'Continue to save a card' })
  await expect(go).toBeDisabled()
  await page
    .getByRole('checkbox', {
      name: `When my funds fall below $${level}, charge my saved card $50, never more than $200 a month.`,
    })
    .check()
  await go.click()
  await page.waitForURL(/\/stripe\/pay\/cs_test_/)
  if (card !== 'Save card') await page.getByText('Other cards').click()
  await page.getByRole('button', { name: card, exact: true }).click()
  await page.waitForURL(/\/dashboard/)
}

test('an owner switches it on, her funds dip, go up by themselves, and the receipt is listed', async ({
  page,
  product,
  owner,
}) => {
  await setUp(page)
  await expect(page.getByText('Your Visa ending 4242 is saved.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard?tab=top-up')
  await expect(section(page).getByText('On', { exact: true })).toBeVisible()
  await expect(section(page)).toContainText('Visa ending 4242')
  await expectGoodForAll(page)

  expect(await chargeIfLow(product.parts, owner.businessId)).toBe('credited')
  expect(await chargeIfLow(product.parts, owner.businessId)).toBe('not-due')
  await page.goto('/dashboard?tab=account')
  await expect(page.getByText('$68.40').first()).toBeVisible()
  await expect(page.getByText('On: $50.00 from your card ending 4242')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  const receipts = page.getByRole('list', { name: 'Payments' })
  await expect(receipts).toContainText('$50.00 by card, automatically')
  const downloading = page.waitForEvent('download')
  await receipts.getByRole('link', { name: 'Receipt', exact: true }).click()
  const paper = await readFile(await (await downloading).path())
  expect(await wordsOf(paper)).toEqual(
    expect.arrayContaining([
      'Receipt',
      'Prepaid SMS funds',
      'AUD 50.00',
      expect.stringContaining('Visa ending'),
    ]),
  )
  const opening = page.waitForEvent('popup')
  await receipts.getByRole('link', { name: 'Stripe’s receipt' }).click()
  const receipt = await opening
  await expect(receipt.getByText('Receipt from Goodword')).toBeVisible()
  // Colours do not change over on a page that stands behind another.
  await receipt.close()
  await expectGoodForAll(page)
})

test('a charge shows in this month’s sum without a reload', async ({ page, product, owner }) => {
  await setUp(page)
  // Until then there is nothing to charge.
  await expect(section(page)).toContainText('Visa ending 4242')
  await expect(section(page)).toContainText('$0.00 so far this month')
  expect(await chargeIfLow(product.parts, owner.businessId)).toBe('credited')
  await expect(section(page)).toContainText('$50.00 so far this month', { timeout: 20_000 })
})

test('a card that needs its holder pauses it, and she pays herself or switches it on again', async ({
  page,
  product,
  owner,
}) => {
  await setUp(page, '4000 0027 6000 3184: asks its holder each time it is charged')
  await expect(page.getByText('Your Visa ending 3184 is saved.')).toBeVisible()
  expect(await chargeIfLow(product.parts, owner.businessId)).toBe('recorded')
  await page.reload()
  await expect(section(page)).toContainText('Your bank wants you to confirm the payment yourself')
  await expectGoodForAll(page)
  await section(page).getByRole('link', { name: 'Pay $50.00 yourself' }).click()
  await expect(page.getByRole('button', { name: 'Pay $50.00' })).toBeVisible()
  await section(page).getByRole('button', { name: 'Switch it on again' }).click()
  await expect(section(page).getByText('On', { exact: true })).toBeVisible()
})

test('funds that a dispute took below zero are filled by herself, also once it is on again', async ({
  page,
  product,
  owner,
}) => {
  await setUp(page)
  await expect(page.getByText('Your Visa ending 4242 is saved.')).toBeVisible()
  expect(await chargeIfLow(product.parts, owner.businessId)).toBe('credited')
  await owner.spend(6_000)
  const { stripe } = product.sandbox
  await stripe.dispute(stripe.payments().findLast((one) => one.kind === 'charge' && one.isPaid)!.sessionId)
  await handleWaiting(product.parts)
  // It is seen without a reload.
  await expect(section(page)).toContainText('A payment was refunded or disputed.', { timeout: 20_000 })
  await section(page).getByRole('button', { name: 'Switch it on again' }).click()
  await expect(section(page).getByText('Not charged', { exact: true })).toBeVisible()
  await expect(section(page)).toContainText('until you have added funds yourself')
  await expectGoodForAll(page)
  expect(await chargeIfLow(product.parts, owner.businessId)).toBe('not-due')
  await page.goto('/dashboard?tab=account')
  await expect(page.getByText('nothing is charged until you add some yourself')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Payments' }).getByText('Returned')).toBeVisible()
})

test.describe('when the server fails', () => {
  test.use({ expectedComplaints: [/status of 500/] })

  test('an owner who switches it on again is told so', async ({ page, product, owner }) => {
    await setUp(page, '4000 0027 6000 3184: asks its holder each time it is charged')
    await expect(page.getByText('Your Visa ending 3184 is saved.')).toBeVisible()
    expect(await chargeIfLow(product.parts, owner.businessId)).toBe('recorded')
    await page.reload()
    await page.route('**/api/auto-top-up', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    )
    await section(page).getByRole('button', { name: 'Switch it on again' }).click()
    await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect(section(page).getByText('Paused', { exact: true })).toBeVisible()
  })
})

test('amounts that cannot be agreed to are refused in words, and other amounts need her consent anew', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=top-up')
  await section(page).getByRole('button', { name: 'Set up automatic top-up' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('textbox', { name: 'Charge' }).fill('5')
  await expect(page.getByText('A top-up must be a whole amount from $10.00 to $500.00.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Charge' }).fill('60')
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await expectGoodForAll(page)
})

test.describe('where an answer may be lost', () => {
  test.use({ expectedComplaints: [/ERR_FAILED/] })

  test('an owner who turns back on Stripe’s page has no card and is charged nothing; the card can be removed', async ({
    page,
  }) => {
    await setUp(page, 'Cancel and go back')
    await expect(section(page)).toContainText('No card is saved yet, so nothing is charged.')
    await section(page).getByRole('button', { name: 'Save a card' }).click()
    await page.getByRole('button', { name: 'Save card' }).click()
    await expect(section(page)).toContainText('Visa ending 4242')
    await test.step('that it could not be removed is said where she pressed', async () => {
      await page.route('**/api/auto-top-up/card', (route) => route.abort())
      await section(page).getByRole('button', { name: 'Remove card' }).click()
      const question = page.getByRole('dialog', { name: 'Remove your card?' })
      await question.getByRole('button', { name: 'Remove card' }).click()
      await expect(question.getByRole('alert')).toContainText('We could not reach Goodword.')
      await question.getByRole('button', { name: 'Keep it' }).click()
      await page.unroute('**/api/auto-top-up/card')
    })
    await section(page).getByRole('button', { name: 'Turn off' }).press('Enter')
    await expect(section(page).getByText('Off', { exact: true })).toBeVisible()
    await expect(section(page)).toBeFocused()
    await test.step('where it is off she is asked as well', async () => {
      await section(page).getByRole('button', { name: 'Remove card ending 4242' }).press('Enter')
      const question = page.getByRole('dialog', { name: 'Remove your card?' })
      await expect(question).toContainText('Stripe forgets the card. Your funds and receipts stay.')
      await question.getByRole('button', { name: 'Remove card' }).press('Enter')
      await expect(page.getByText('Your card is removed.')).toBeVisible()
      await expect(section(page)).toBeFocused()
    })
  })
})

test('a card that is left after it was switched off elsewhere is not kept, and she is told', async ({
  page,
  context,
}) => {
  await setUp(page, 'Cancel and go back')
  await section(page).getByRole('button', { name: 'Save a card' }).click()
  await page.waitForURL(/\/stripe\/pay\/cs_test_/)
  const other = await context.newPage()
  await other.goto('/dashboard?tab=top-up')
  await section(other).getByRole('button', { name: 'Turn off' }).click()
  await expect(section(other).getByText('Off', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save card', exact: true }).click()
  await expect(page.getByText('Automatic top-up is off, so the card you left was not kept.')).toBeVisible()
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible()
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 375, height: 500 } })

  test('a toast covers neither the field that is filled in nor the last button', async ({ page }) => {
    await setUp(page)
    const toast = page.getByRole('status').filter({ hasText: 'Your Visa ending 4242 is saved.' })
    await expect(toast).toBeVisible()
    await section(page).getByRole('button', { name: 'Change amounts' }).click()
    const fields = page.getByRole('textbox')
    expect(await fields.count()).toBeGreaterThan(3)
    for (const field of await fields.all()) {
      await page.evaluate(() => window.scrollTo(0, 0))
      await field.focus()
      await expect.poll(() => isClear(field, toast)).toBe(true)
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => isClear(page.getByRole('main').getByRole('button').last(), toast)).toBe(true)
  })
})

/** Above it altogether. */
const isClear = async (what: Locator, toast: Locator): Promise<boolean> => {
  const [box, cover] = [await what.boundingBox(), await toast.locator('> div').boundingBox()]
  return box!.y + box!.height <= cover!.y
}

test('who comes for automatic top-ups from Account & Billing sees them at once', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 560 })
  await page.goto('/dashboard?tab=account')
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await expect(section(page).getByRole('button', { name: 'Set up automatic top-up' })).toBeInViewport()
  await expect(section(page)).toBeFocused()
})
