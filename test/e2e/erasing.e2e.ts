import type { Locator, Page } from '@playwright/test'
import { DAY_MS } from '../../server/platform/dates.ts'
import { eraseBusiness } from '../../server/flows/erasing/erase-business.ts'
import { createOwnerAtDashboard } from '../support/e2e-owner.ts'
import { choosePerson, choosePersonIfAsked, goLive, test as fresh } from './fixtures.ts'
import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

test('a customer without a mobile is found by name, looked at, erased, and left out from then on', async ({
  page,
  product,
  owner,
}) => {
  product.sandbox.xero.provision(owner.tenantId)
  await owner.skipped('no_mobile')
  await page.goto('/dashboard?tab=account')
  const customer = page.getByRole('combobox', { name: 'A customer who wants nothing kept' })
  await customer.fill('sam g')
  await page.getByRole('option', { name: 'Sam Green' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Name and reference go from 1 invoice.')
  await expectGoodForAll(page)
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/dashboard?tab=activity')
  await expect(page.getByRole('button', { name: 'Sam Green', exact: true })).toBeVisible()

  await page.goto('/dashboard?tab=account')
  await customer.fill('sam g')
  await page.getByRole('option', { name: 'Sam Green' }).first().waitFor()
  await customer.press('ArrowDown')
  await customer.press('Enter')
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(page.getByText('Sam Green is erased, and gets no texts from you any more.')).toBeVisible()
  await page.goto('/dashboard?tab=activity')
  await expect(page.getByRole('button', { name: 'Erased customer', exact: true })).toBeVisible()
  await expect(page.getByText('Sam Green')).toHaveCount(0)
  await page.goto('/dashboard?tab=sms')
  await expect(page.getByText('An erased customer')).toBeVisible()
})

test('who has downloaded the data is listed, the newest first', async ({ page }) => {
  await page.goto('/dashboard?tab=account')
  await expect(page.getByText('Nobody has downloaded anything so far.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export invoices (CSV)' }).click()
  await download
  await page.getByText('Downloads so far').click()
  const lines = page.getByRole('list', { name: 'Downloads so far' }).getByRole('listitem')
  await expect(lines).toHaveText([/^Invoices \(CSV\)You/])
  const second = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export everything (JSON)' }).click()
  await second
  await expect(lines).toHaveText([/^Everything \(JSON\)You/, /^Invoices \(CSV\)You/])
  await expectGoodForAll(page)
})

test.describe('in a browser far from the business', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('the day of the erasure is that of the browser, as it is where she signs in again', async ({
    page,
  }) => {
    await page.route('**/api/erasure', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), erasesAt: '2026-12-15T20:00:00Z' } })
    })
    await page.goto('/dashboard?tab=account')
    await page.getByRole('button', { name: 'Erase my business' }).click()
    await expect(page.getByRole('dialog')).toContainText(/On \D*15\D/)
  })
})

test('on a phone the question whether to erase the business opens at its top, with the focus in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/dashboard?tab=account')
  await page.getByRole('button', { name: 'Erase my business' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Type/).waitFor({ state: 'attached' })
  await expect(dialog.getByRole('heading')).toBeFocused()
  await expect(dialog.getByRole('heading')).toBeInViewport()
  await expect(dialog).toHaveJSProperty('scrollTop', 0)
})

fresh.describe('a business', () => {
  // Who asks is signed out at once, whatever her page was asking for.
  fresh.use({ expectedComplaints: [/status of 40[13]/] })

  fresh('is erased after a week, which reactivating takes back', async ({ page, signIn, product }) => {
    fresh.setTimeout(120_000)
    const who = await signIn(page)
    await goLive(page)
    await page.goto('/dashboard?tab=account')
    await page.getByRole('button', { name: 'Erase my business' }).click()
    const dialog = page.getByRole('dialog')
    const name = await dialog.locator('label b').innerText()
    const erase = dialog.getByRole('button', { name: 'Erase in 7 days' })
    await expect(erase).toBeDisabled()
    await expectGoodForAll(page)
    await dialog.getByLabel(/^Type/).fill('Another business')
    await expect(erase).toBeDisabled()
    await dialog.getByLabel(/^Type/).fill(`  ${name.toLowerCase()} `)
    await erase.click()
    await expect(page).toHaveURL('/auth/reactivate?deactivated=true')
    await expect(
      page.getByText(/^Your business is erased on .*Reactivate your account before then/),
    ).toBeVisible()
    await expect(page.getByText('a request to erase your business')).toHaveCount(0)
    await expectGoodForAll(page)

    const business = await product.parts.db
      .selectFrom('users')
      .select('business_id as id')
      .where('email', '=', who.email)
      .executeTakeFirstOrThrow()
    await page.getByRole('button', { name: 'Reactivate with Google' }).click()
    await choosePersonIfAsked(page, who.email, page.getByRole('heading', { name: 'Welcome back' }))
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    const inAWeek = new Date(Date.now() + 8 * DAY_MS)
    expect(await eraseBusiness(product.parts.db, business.id!, { now: inAWeek })).toBe('not-due')

    await page.goto('/dashboard?tab=account')
    await page.getByRole('button', { name: 'Erase my business' }).click()
    await dialog.getByLabel(/^Type/).fill(name)
    await erase.click()
    await expect(page).toHaveURL('/auth/reactivate?deactivated=true')
    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await choosePersonIfAsked(page, who.email, day(page))
    await expect(day(page)).toBeVisible()
    await expect(page.getByText('are kept until then.')).toBeVisible()
    expect(await eraseBusiness(product.parts.db, business.id!, { now: inAWeek })).toBe('erased')
    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await choosePersonIfAsked(page, who.email, page.getByRole('heading', { name: 'Find your business' }))
    await expect(page.getByRole('heading', { name: 'Find your business' })).toBeVisible()
  })

  fresh(
    'that is to be erased has its day shown to no other account that signs in',
    async ({ page, product, signIn }) => {
      const other = await signIn(page)
      await expect(page.getByText(other.email)).toBeVisible()
      await page.evaluate(() => fetch('/api/auth/deactivate', { method: 'POST' }))
      await page.context().clearCookies({ name: 'goodword-session' })
      await createOwnerAtDashboard(page, product)
      await eraseAll(page)
      await expect(day(page)).toBeVisible()
      await page.getByRole('link', { name: 'Sign in with another account' }).click()
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await choosePerson(page, other.email)
      await expect(mayBe(page)).toBeVisible()
      await expect(day(page)).toHaveCount(0)
    },
  )
})

test.describe('the way back', () => {
  test.use({ expectedComplaints: [/status of 40[13]/] })

  test('knows that no erasure is asked for only while it is first shown', async ({ page }) => {
    await page.goto('/dashboard?tab=account')
    await page.getByRole('button', { name: 'Deactivate account' }).click()
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Your account is deactivated' })).toBeVisible()
    await expect(page.getByText(/eras/)).toHaveCount(0)
    // Meanwhile she may have asked for it on her phone.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(mayBe(page)).toBeVisible()
    await page.reload()
    await expect(mayBe(page)).toBeVisible()
  })

  test('names no day any more after somebody signed in in another tab', async ({ page, signIn }) => {
    await eraseAll(page)
    await page.reload()
    await expect(day(page)).toBeVisible()
    const other = await page.context().newPage()
    await signIn(other)
    await expect(mayBe(page)).toBeVisible()
    await expect(day(page)).toHaveCount(0)
  })
})

const mayBe = (page: Page): Locator => page.getByText('a request to erase your business, if there is one')

const day = (page: Page): Locator => page.getByText(/^Your business is erased on /)

const eraseAll = async (page: Page): Promise<void> => {
  await page.goto('/dashboard?tab=account')
  await page.getByRole('button', { name: 'Erase my business' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Type/).fill(await dialog.locator('label b').innerText())
  await dialog.getByRole('button', { name: 'Erase in 7 days' }).click()
  await expect(page).toHaveURL('/auth/reactivate?deactivated=true')
}
