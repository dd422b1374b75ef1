import { allowNewOrganisation, expect, openXero, pickBusiness, test } from './fixtures.ts'

test.use({ expectedComplaints: [/status of 409/] })

test('an old tab of the onboarding does not change a business that is live', async ({
  page,
  arriveAtXero,
}) => {
  await arriveAtXero(page)
  const old = await page.context().newPage()
  await old.goto('/onboarding')
  await old.getByRole('button', { name: 'Back', exact: true }).click()
  await allowNewOrganisation(await openXero(page))
  await expect(page).toHaveURL('/dashboard')

  await old.getByRole('button', { name: 'Choose another business' }).click()
  await old.getByRole('combobox', { name: 'Your business' }).fill('whitlock elec')
  await old.getByRole('option').first().click()
  await expect(old).toHaveURL('/dashboard?tab=google')
  await expect(
    old.getByText('You are live already. Your business is changed under Google Status.'),
  ).toBeVisible()
  await expect(
    old
      .getByRole('main')
      .getByText(/plumbing/i)
      .first(),
  ).toBeVisible()
  await expect(old.getByText('Whitlock Electrical')).toHaveCount(0)
})

test('what another tab chose does not go live under the name that this one shows', async ({
  page,
  arrive,
}) => {
  await arrive(page)
  const first = await pickBusiness(page, 'whitlock elec')
  const other = await page.context().newPage()
  await other.goto('/onboarding')
  await other.getByRole('button', { name: 'Back', exact: true }).click()
  await other.getByRole('button', { name: 'Choose another business' }).click()
  const second = await pickBusiness(other, 'byrne electrical')

  await page.getByRole('button', { name: 'Continue to Xero Setup' }).click()
  await expect(page.getByText(`when a customer of ${first} has paid`)).toBeVisible()
  await allowNewOrganisation(await openXero(page))
  await expect(page.getByRole('alert')).toContainText(`Another business was chosen meanwhile: ${second}.`)
  await expect(page.getByText('we could not finish')).toHaveCount(0)
  await expect(page.getByText('Xero is connected.', { exact: true })).toBeVisible()
  await expect(page.getByText('Taking you to your dashboard')).toHaveCount(0)
  await expect(page.getByText(`when a customer of ${second} has paid`)).toBeVisible()
  await page.getByRole('button', { name: 'Choose another business' }).click()
  await expect(page.getByRole('region', { name: 'Your business' })).toContainText(second)
  await page.getByRole('button', { name: 'Continue to Xero Setup' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a tab that waits beside another one does not go live by what that one connects', async ({
  page,
  arriveAtXero,
}) => {
  await arriveAtXero(page)
  const other = await page.context().newPage()
  await other.goto('/onboarding')
  await other.getByRole('button', { name: 'Back', exact: true }).click()
  await other.getByRole('button', { name: 'Choose another business' }).click()
  const second = await pickBusiness(other, 'byrne electrical')
  await other.getByRole('button', { name: 'Continue to Xero Setup' }).click()
  await expect(other.getByText('Xero is not connected yet')).toBeVisible()
  const asked: string[] = []
  other.on('request', (request) => asked.push(new URL(request.url()).pathname))

  await allowNewOrganisation(await openXero(page))
  await expect(page.getByRole('alert')).toContainText(`Another business was chosen meanwhile: ${second}.`)
  expect(asked.filter((path) => /^\/api\/(xero|onboarding)/.test(path))).toEqual([])
  await page.getByRole('button', { name: `Go live with ${second}` }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a page that was reloaded while Xero asked goes live when it says yes', async ({
  page,
  arriveAtXero,
}) => {
  await arriveAtXero(page)
  const consent = await openXero(page)
  await consent.getByRole('button', { name: 'Allow access' }).waitFor()
  await page.reload()
  await expect(page.getByText('Xero is not connected yet')).toBeVisible()
  await allowNewOrganisation(consent)
  await expect(page).toHaveURL('/dashboard')
})

test('a page learns that Xero is connected when its owner comes back to it', async ({
  page,
  arriveAtXero,
}) => {
  await arriveAtXero(page)
  await page.evaluate(() => Reflect.deleteProperty(window, 'BroadcastChannel'))
  const consent = await openXero(page)
  await consent.getByText('A new organisation').waitFor()
  await consent.addInitScript(() => {
    Object.defineProperty(window, 'opener', { value: null })
    Reflect.deleteProperty(window, 'BroadcastChannel')
  })
  await page.reload()
  await expect(page.getByText('Xero is not connected yet')).toBeVisible()
  await allowNewOrganisation(consent)
  await consent.waitForEvent('close')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page).toHaveURL('/dashboard')
})

test('who cancels at Xero once it is connected is not shown that it failed', async ({
  page,
  arriveAtXero,
}) => {
  await arriveAtXero(page)
  const consent = await openXero(page)
  await consent.getByRole('button', { name: 'Allow access' }).waitFor()
  await page.evaluate(() => {
    // So that the cancel alone makes it ask.
    for (const kind of ['focus', 'visibilitychange'])
      window.addEventListener(kind, (event) => event.stopImmediatePropagation(), true)
  })
  await page.route('**/api/xero/status', (route) => route.fulfill({ json: { status: 'connected' } }))
  await page.route('**/api/onboarding/complete', (route) => route.fulfill({ status: 409, json: {} }))
  await consent.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Xero is connected.')).toBeVisible()
  await expect(page.getByText('Connection was cancelled or failed.')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
