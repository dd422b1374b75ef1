import { readFileSync } from 'node:fs'
import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'
import { allowNewOrganisation, openXero } from './fixtures.ts'

test('Google Status names the business and its review page, and moves the texts to another [2.30]', async ({
  page,
  product,
}) => {
  await test.step('Google Status names the business and its review page', async () => {
    await page.goto('/dashboard?tab=google')
    const main = page.getByRole('main')
    await expect(main).toContainText('Connected')
    await expect(main).toContainText('Whitlock Electrical')
    await expect(main).toContainText('14 Harbour St, Fremantle WA')
    await expect(page.getByRole('link', { name: 'Open your review page' })).toBeVisible()
  })

  await test.step('an owner moves her texts to another business on Google', async () => {
    const billedLetters = () => product.sandbox.places!.bill().autocomplete.billed
    const before = billedLetters()
    await page.getByRole('button', { name: 'Change business' }).click()
    await page.getByRole('combobox', { name: 'Your business' }).fill('plumbing')
    const found = page.locator('[role=listbox][aria-busy=false]').getByRole('option').first()
    await found.click()
    const question = page.getByRole('dialog', { name: 'Is this your business?' })
    await expect(question).toContainText('also in texts already sent')
    await question.getByRole('button', { name: 'No, search again' }).click()
    await expect(page.getByRole('banner')).toContainText('Whitlock Electrical')
    await page.getByRole('combobox', { name: 'Your business' }).fill('plumbing')
    await found.click()
    // Whether her reviews are of the place that her texts lead to may be another now.
    const askedAgain = page.waitForRequest('**/api/reviews/status')
    await question.getByRole('button', { name: 'Yes, change to it' }).click()
    await expect(page.getByText('Your links now lead to')).toBeVisible()
    await expect(page.getByRole('banner')).not.toContainText('Whitlock Electrical')
    expect(billedLetters()).toBe(before)
    await askedAgain
  })
})

test('an owner who is live is not led back to the choice of her business', async ({ page }) => {
  await page.goto('/dashboard')
  await page.evaluate(() =>
    history.replaceState({ usr: { step: 1 }, key: 'first', idx: 0 }, '', '/onboarding'),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Connect Xero and go live' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Your business' })).toBeHidden()
  await expect(page).toHaveURL('/dashboard')
})

test('Xero Status lists each organisation and since when, and disconnects one after a question [2.31]', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=xero')
  // The button that disconnects it has its name as well: the name that is seen stands alone.
  const [name, since] = [0, 1].map((line) => page.getByRole('listitem').getByRole('paragraph').nth(line))
  await expect(name!).toHaveText('Whitlock Electrical')
  await expect(since!).toHaveText(/^Organisation · connected since \d{1,2} \w+ \d{4}$/)
  const details = page.getByRole('region', { name: 'Connection details' })
  await expect(details.getByRole('term')).toHaveText([
    'Connection',
    'Connected since',
    'Last sync',
    'Last activity',
  ])
  await expect(details.getByRole('definition').first()).toHaveText('Connected')
  await test.step('who wants to add an organisation finds the way to Xero where she pressed, on a phone too', async () => {
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 375, height: 600 })
    await page.getByRole('button', { name: 'Reconnect, or add an organisation' }).click()
    await expect(page.getByRole('button', { name: 'Connect Xero Account' })).toBeInViewport()
    await page.setViewportSize({ width, height })
  })
  await page.getByRole('button', { name: 'Disconnect Whitlock Electrical' }).click()
  await page.getByRole('button', { name: 'Keep it connected' }).click()
  await expect(page.getByRole('button', { name: 'Disconnect Whitlock Electrical' })).toBeFocused()
  await page.getByRole('button', { name: 'Disconnect Whitlock Electrical' }).click()
  const question = page.getByRole('dialog', { name: 'Disconnect Whitlock Electrical?' })
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('No organisation is connected')).toBeVisible()
  await expect(page.getByText('Xero is not connected, so no texts go out.')).toBeVisible()
})

test('a consent that does not bring back what was lost leaves the way to Xero open', async ({
  page,
  product,
  owner,
}) => {
  const { db } = product.parts
  await db
    .updateTable('xero_authorisations')
    .set({ state: 'needs_reconnect' })
    .where('business_id', '=', owner.businessId)
    .execute()
  await page.goto('/dashboard?tab=xero')
  await allowNewOrganisation(await openXero(page))
  await expect(page.getByText('Xero is connected.')).toBeVisible()
  await expect(page.getByText('Please connect Xero again')).toBeVisible()
  await expect(page.getByText('Xero is connected.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Connect Xero Account' })).toBeEnabled()
})

test('Account & Billing has the owner, her funds, and every movement [2.33] [2.35]', async ({
  page,
  owner,
}) => {
  await owner.spend(9)
  await page.goto('/dashboard?tab=account')
  const main = page.getByRole('main')
  await expect(main).toContainText('Jane Whitlock')
  await expect(main).toContainText('@whitlock.example')
  await expect(main).toContainText('Whitlock Electrical')
  await expect(main).toContainText('$18.31')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveText([/What/, /Text to a customer.*\u2212\$0\.09\$18\.31/, /\+\$18\.40/])
  await expect(page.getByRole('button', { name: 'Deactivate account' })).toBeVisible()
  await main.getByRole('button', { name: 'Add More Funds' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add More Funds' })).toBeVisible()
})

test('Account & Billing gives an owner her data, and her paid invoices in a spreadsheet', async ({
  page,
  owner,
}) => {
  await owner.texted()
  await owner.skipped('no_mobile')
  await page.goto('/dashboard?tab=account')
  await test.step('an owner downloads her data', async () => {
    const download = page.waitForEvent('download')
    const asked = page.waitForRequest('**/api/export')
    await page.getByRole('button', { name: 'Export everything (JSON)' }).click()
    await asked
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^goodword-\d{4}-\d\d-\d\d\.json$/)
    const everything = JSON.parse(readFileSync(await file.path(), 'utf8')) as {
      business: { id: string }[]
      reviewRequests: { customer_name: string }[]
    }
    expect(everything.business).toMatchObject([{ id: owner.businessId }])
    expect(everything.reviewRequests).toMatchObject([{ customer_name: 'Priya Raman' }])
    await expect(page.getByText('Your file is in your downloads.')).toBeVisible()
  })
  await test.step('an owner opens her paid invoices in a spreadsheet', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export invoices (CSV)' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^goodword-invoices-\d{4}-\d\d-\d\d\.csv$/)
    const [header, ...rows] = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(header).toMatch(/^\uFEFFDecided \(Australia\/Perth\),Customer,/)
    expect(rows.join('\n')).toContain('Not texted,No mobile number we could text.')
    await expectGoodForAll(page)
  })
})

test.describe('where the server is busy', () => {
  test.use({ expectedComplaints: [/status of 503/] })

  test('an owner is told when to ask for her data again', async ({ page }) => {
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/export', async (route) => {
      await gate.promise
      await route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'busy', detail: 'Please try again in a minute.' }),
      })
    })
    await page.goto('/dashboard?tab=account')
    const all = page.getByRole('button', { name: 'Export everything (JSON)' })
    await all.press('Enter')
    await expect(page.getByRole('button', { name: 'Export invoices (CSV)' })).toBeDisabled()
    gate.resolve()
    await expect(page.getByText('Please try again in a minute.')).toBeVisible()
    await expect(all).toBeFocused()
  })
})

test('an owner chooses an amount and is taken to the payment page [2.35]', async ({ page }) => {
  await page.goto('/dashboard?tab=top-up')
  await page.getByRole('radio', { name: '$20', exact: true }).check()
  await expect(page.getByText(/About \d+ texts/)).toBeVisible()
  await page.getByLabel('Or your own amount').fill('2')
  await expect(page.getByText('Choose a whole amount from $5.00 to $1,000.00.')).toBeVisible()
  await page.getByLabel('Or your own amount').fill('25')
  await page.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(page).not.toHaveURL(/dashboard/)
})
