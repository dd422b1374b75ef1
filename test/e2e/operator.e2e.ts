import type { Page } from '@playwright/test'
import { asBusiness } from '../../server/database/database.ts'
import { reserveFunds } from '../../server/ledger/reserve-funds.ts'
import { addAttempt, addPaid, addRequest } from '../support/paid-invoices.ts'
import { choosePerson, expect, expectGoodForAll } from './fixtures.ts'
import { test } from './dashboard-fixtures.ts'

// Before she has signed in, who she is is refused.
test.use({ expectedComplaints: [/status of 4(01|03|04|22)/] })

const OLIVE = 'olive@operator.example'

const enter = async (page: Page): Promise<void> => {
  await page.goto('/operator')
  await page.getByRole('link', { name: 'Sign in as an operator' }).click()
  await choosePerson(page, OLIVE)
  await expect(page.getByRole('heading', { level: 1, name: 'Businesses' })).toBeVisible()
}

test('an operator signs in, finds a business, and grants it funds with a reason', async ({ page, owner }) => {
  await owner.texted()
  await owner.skipped('no_mobile')
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: 'Operator’s console' })).toBeVisible()
  await expectGoodForAll(page)
  await enter(page)
  await expect(page.getByRole('banner').getByText(OLIVE)).toBeVisible()
  await page.getByRole('searchbox').fill('whitlock elec')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Whitlock Electrical' }) })
  await expect(row.first()).toBeVisible()
  await expectGoodForAll(page)

  await page.goto(`/operator/businesses/${owner.businessId}`)
  await expect(page.getByRole('cell', { name: 'No mobile number we could text.' })).toBeVisible()
  await expectGoodForAll(page)
  await page.getByRole('button', { name: 'Grant funds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Grant Whitlock Electrical funds' })
  await dialog.getByLabel('Amount').fill('20')
  await dialog.getByRole('button', { name: 'Grant' }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Goodwill after the outage')
  await expectGoodForAll(page)
  await dialog.getByRole('button', { name: 'Grant' }).click()
  await expect(page.getByText('Whitlock Electrical has $20.00 more.')).toBeVisible()
  await expect(page.getByText('$38.40', { exact: false }).first()).toBeVisible()
  await expect(page.getByText('“Goodwill after the outage”')).toBeVisible()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByText('granted funds ($20.00)').first()).toBeVisible()
  await expectGoodForAll(page)
})

test('beside long names the moment of the last text stays on one line', async ({ page, owner }) => {
  const name = 'Harbourside Towers North and South Heating, Cooling and Emergency Plumbing Services'
  await owner.setBusiness({ name, automation_enabled: false })
  await owner.setOrganisation({ name })
  await owner.texted({ state: 'failed', state_reason: '30006' })
  await enter(page)
  await page.getByRole('searchbox').fill(owner.businessId)
  const row = page.getByRole('row').filter({ hasText: 'Last text refused' })
  await expect(row).toHaveCount(1)
  for (const words of ['Last text', /^\d+ \w+ \d{4}, /]) {
    const place = page.getByText(words, { exact: true }).first()
    // Until the search has its answer the list from before is there, and goes.
    await expect.poll(() => place.evaluate(linesOf)).toBe(1)
  }
})

const linesOf = (place: Element): number => {
  const range = document.createRange()
  range.selectNodeContents(place)
  return range.getClientRects().length
}

test('an amount to grant is read as people write it, and not guessed where it can be read in two ways', async ({
  page,
  owner,
}) => {
  await enter(page)
  await page.goto(`/operator/businesses/${owner.businessId}`)
  const dialog = page.getByRole('dialog', { name: 'Grant Whitlock Electrical funds' })
  const grant = async (amount: string): Promise<void> => {
    await dialog.getByLabel('Amount').fill(amount)
    await dialog.getByLabel('Reason').fill('Goodwill after the outage')
    await dialog.getByRole('button', { name: 'Grant' }).click()
  }
  await page.getByRole('button', { name: 'Grant funds' }).click()
  await grant('1,000')
  await expect(page.getByText('Whitlock Electrical has $1,000.00 more.')).toBeVisible()
  await page.getByRole('button', { name: 'Grant funds' }).click()
  await grant('1.000')
  await expect(dialog.getByText('“1.000” can be read in two ways')).toBeVisible()
  await expectGoodForAll(page)
})

test('a business is paused, and its owner reads why on her screens', async ({ page, owner, context }) => {
  await enter(page)
  await page.goto(`/operator/businesses/${owner.businessId}`)
  await page.getByRole('button', { name: 'Pause' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause Whitlock Electrical?' })
  await dialog.getByLabel('Reason').fill('Customers complain about texts')
  await expectGoodForAll(page)
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused by us')).toBeVisible()
  const hers = await context.newPage()
  await hers.goto('/dashboard')
  await expect(hers.getByText('Our support has paused your review requests')).toBeVisible()
  await hers.goto('/dashboard?tab=sms')
  await expect(hers.getByText('“Customers complain about texts”')).toBeVisible()
  await expectGoodForAll(hers)
})

test('a customer is erased, a business is resumed and swept, and a stuck text is given up', async ({
  page,
  owner,
  product,
}) => {
  const paused = { paused_at: new Date(), paused_because: 'Customers complain about texts' }
  await owner.setBusiness({ ...paused, automation_enabled: false, automation_returns: true })
  const { db } = product.parts
  await addPaid(db, owner, { contact_name: 'Robin Sole' })
  const requestId = await addRequest(db, owner, { state: 'unknown', customer_name: 'Kim Ng' })
  const columns = { state: 'unknown', next_look_at: null, error_code: 'never_accepted', price_cents: 9 }
  const stuck = await addAttempt(db, owner, requestId, columns)
  await asBusiness(db, owner.businessId, (trx) =>
    reserveFunds(trx, owner.businessId, [{ reference: stuck, cents: 9 }]),
  )
  await enter(page)
  await page.goto(`/operator/businesses/${owner.businessId}`)
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Reason')

  await page.getByRole('button', { name: 'Resume' }).click()
  await reason.fill('They were a misunderstanding')
  await expectGoodForAll(page)
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Whitlock Electrical is resumed.')).toBeVisible()
  await page.getByRole('button', { name: 'Sweep now' }).click()
  await reason.fill('She misses an invoice')
  await expectGoodForAll(page)
  await dialog.getByRole('button', { name: 'Sweep now' }).click()
  await expect(page.getByText('1 organisation will be swept')).toBeVisible()

  await page.getByRole('button', { name: 'Erase a customer' }).click()
  await dialog.getByLabel('The customer’s phone').fill('Nobody')
  await reason.fill('The customer asked for it')
  await dialog.getByRole('button', { name: 'Look first' }).click()
  await expect(dialog.getByText('No invoice on record has a contact')).toBeVisible()
  await dialog.getByLabel('The customer’s phone').fill('Robin Sole')
  await dialog.getByRole('button', { name: 'Look first' }).click()
  await expect(dialog.getByText('0 texts and 1 invoice would lose every trace')).toBeVisible()
  await expectGoodForAll(page)
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByText('The customer is erased.')).toBeVisible()

  await page.goto('/operator/queue')
  await expect(page.getByText('Two attempts were not found').first()).toBeVisible()
  await expectGoodForAll(page)
  await page.getByRole('button', { name: `Give up: ${stuck}` }).click()
  await reason.fill('The gateway never had it')
  await expectGoodForAll(page)
  await dialog.getByRole('button', { name: 'Give it up' }).click()
  await expect(page.getByText('1 text given up.')).toBeVisible()
})

test('only the customer who was looked at is erased, also where the field changes meanwhile', async ({
  page,
  owner,
  product,
}) => {
  const { db } = product.parts
  for (const contact_name of ['Robin Sole', 'Ada Byrne']) await addPaid(db, owner, { contact_name })
  await enter(page)
  await page.goto(`/operator/businesses/${owner.businessId}`)
  await page.getByRole('button', { name: 'Erase a customer' }).click()
  const dialog = page.getByRole('dialog')
  const customer = dialog.getByLabel('The customer’s phone')
  const act = dialog.getByRole('button', { name: /Look first|Erase for good/ })
  await customer.fill('Robin Sole')
  await dialog.getByLabel('Reason').fill('The customer asked for it')
  const go = Promise.withResolvers<void>()
  await page.route('**/erase-customer', async (route) => {
    await go.promise
    await route.continue()
  })
  await act.click()
  await customer.fill('Ada Byrne')
  await expect(act).toHaveAttribute('aria-busy', 'true')
  go.resolve()
  await expect(act).not.toHaveAttribute('aria-busy')
  await expect(act).toHaveText('Look first')
  await expect(dialog.getByText('would lose every trace')).toBeHidden()
  await act.click()
  await expect(dialog.getByText('0 texts and 1 invoice would lose every trace')).toBeVisible()
  await expect(act).toHaveText('Erase for good')
})

test('what is cancelled with a customer is counted in right words', async ({ page, owner }) => {
  await page.route('**/erase-customer', (route) =>
    route.fulfill({
      json: { isErased: false, requests: 3, invoices: 3, contacts: 1, testNumbers: 0, cancelled: 3 },
    }),
  )
  await enter(page)
  await page.goto(`/operator/businesses/${owner.businessId}`)
  await page.getByRole('button', { name: 'Erase a customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('The customer’s phone').fill('Robin Sole')
  await dialog.getByLabel('Reason').fill('The customer asked for it')
  await dialog.getByRole('button', { name: 'Look first' }).click()
  await expect(dialog.getByText('and 3 texts that wait would be cancelled')).toBeVisible()
})

test('who is no operator reads so, and signing out closes the console', async ({ page }) => {
  await page.goto('/operator')
  await page.getByRole('link', { name: 'Sign in as an operator' }).click()
  await choosePerson(page, 'tane@parata-painting.example')
  await expect(page.getByText('not among the operators')).toBeVisible()
  await expectGoodForAll(page)
  await enter(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in as an operator' })).toBeVisible()
})

test('queue, codes and health are worked with in the browser', async ({ page, product }) => {
  const id = `evt_${crypto.randomUUID().slice(0, 8)}`
  const now = new Date()
  await product.parts.db
    .insertInto('stripe_events')
    .values({
      id,
      type: 'checkout.session.completed',
      object_id: 'cs_1',
      created_at: now,
      found_by: 'webhook',
      attempts: 6,
      error: 'Stripe did not answer',
      dead_at: now,
    })
    .execute()
  await enter(page)
  const nav = page.getByRole('navigation', { name: 'Console' })
  await nav.getByRole('link', { name: 'Queue' }).click()
  await expect(page.getByText('Stripe did not answer').first()).toBeVisible()
  await expectGoodForAll(page)
  await page.getByRole('button', { name: `Drop: stripe:${id}` }).click()
  await page.getByLabel('Reason').fill('Settled by hand at Stripe')
  await expectGoodForAll(page)
  await page.getByRole('button', { name: 'Drop for good' }).click()
  await expect(page.getByText('1 message dropped.')).toBeVisible()
  await expect(page.getByText(`stripe:${id}`)).toBeHidden()

  await nav.getByRole('link', { name: 'Codes' }).click()
  await page.getByRole('button', { name: 'Mint codes' }).click()
  const batch = `fair-${id.slice(4)}`
  await page.getByRole('textbox', { name: 'Batch' }).fill(batch)
  await page.getByLabel('Reason').fill('For the fair')
  await expectGoodForAll(page)
  await page.getByRole('button', { name: 'Mint', exact: true }).click()
  await expect(page.getByText(`100 codes minted in ${batch}.`)).toBeVisible()
  await expectGoodForAll(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: `Download ${batch} on A4` }).click()
  expect((await downloading).suggestedFilename()).toBe(`goodword-${batch}.pdf`)

  await nav.getByRole('link', { name: 'Health' }).click()
  await expect(page.getByRole('cell', { name: 'database', exact: true })).toBeVisible()
  await expectGoodForAll(page)
})

test('an owner lets support look, and an operator sees her screens and changes nothing', async ({
  page,
  owner,
}) => {
  await page.goto('/dashboard?tab=account')
  await page.getByRole('button', { name: 'Let support look' }).press('Enter')
  await expect(page.getByText('Support may look at your screens until')).toBeVisible()
  await expect(page.getByRole('status').getByText('Support can look at your screens now.')).toBeVisible()
  await expectGoodForAll(page)
  await enter(page)
  await page.goto(`/operator/businesses/${owner.businessId}`)
  await page.getByRole('button', { name: 'Look as the owner' }).click()
  await page.getByLabel('Reason').fill('She asked why texts stopped')
  await page.getByRole('button', { name: 'Look', exact: true }).click()
  const banner = page.getByRole('complementary', { name: 'Support' })
  await expect(banner.getByText('Whitlock Electrical')).toBeVisible()
  await expectGoodForAll(page)
  await page.goto('/dashboard?tab=sms')
  await page.getByRole('switch', { name: /Review requests/ }).click()
  await expect(page.getByText('Support only looks').last()).toBeVisible()
  await banner.getByRole('button', { name: 'Stop looking' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Businesses' })).toBeVisible()
  await page.goto('/dashboard?tab=account')
  await expect(page.getByText('“She asked why texts stopped”')).toBeVisible()
  await expect(banner).toBeHidden()
})
