import type { Page } from '@playwright/test'
import { claimCode } from '../../server/claims/claim-code.ts'
import { mintOne } from '../support/codes.ts'
import type { Product } from '../support/e2e-product.ts'
import { test as testOfOwner } from './dashboard-fixtures.ts'
import { expect, expectGoodForAll, goLive, pickBusiness, test } from './fixtures.ts'

test.use({ expectedComplaints: [/status of 401/] })

const claimOne = async (page: Page, product: Product): Promise<string> => {
  const slug = await mintOne(product.parts.db)
  await page.goto(`/claim/${slug}`)
  await page.getByRole('combobox', { name: 'Your business' }).fill('plumbing')
  await page.locator('[role=listbox][aria-busy=false]').getByRole('option').first().click()
  await page.getByRole('button', { name: 'Yes, Claim This Code' }).click()
  await page.getByRole('heading', { name: 'The code is yours' }).waitFor()
  return slug
}

test('an account that is made after the claim owns the code, sees it, and moves it', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(90_000)
  const slug = await claimOne(page, product)
  await page.getByRole('link', { name: 'Create your account' }).click()
  await expect(page).toHaveURL('/register')
  await signIn(page)
  await pickBusiness(page, 'plumbing')

  await page.goto('/codes')
  const code = page.getByRole('listitem').filter({ hasText: slug })
  await expect(code.getByText('0 scans')).toBeVisible()
  await expect(code.getByRole('img', { name: `QR code ${slug}` })).toHaveJSProperty('complete', true)
  await expectGoodForAll(page)
  const downloading = page.waitForEvent('download')
  await code.getByRole('link', { name: `Download PNG of ${slug}` }).click()
  expect((await downloading).suggestedFilename()).toBe(`goodword-${slug}.png`)

  const billedLetters = () => product.sandbox.places!.bill().autocomplete.billed
  const before = billedLetters()
  await code.getByRole('button', { name: 'Point to another business' }).click()
  await page.getByRole('combobox', { name: 'Your business' }).fill('whitlock')
  await page.getByRole('option', { name: 'Whitlock Electrical' }).click()
  await expectGoodForAll(page)
  await page.getByRole('button', { name: 'Point it there' }).click()
  await expect(page.getByText(`${slug} now leads to Whitlock Electrical.`)).toBeVisible()
  await expect(code.getByRole('heading', { name: 'Whitlock Electrical' })).toBeVisible()
  expect(billedLetters()).toBe(before)

  await page.goto(`/claim/${slug}`)
  await expect(page.getByRole('heading', { name: 'This code is yours' })).toBeVisible()
  await expectGoodForAll(page)
})

test('whoever claims a code and then signs in to the account that she has sees the code there', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(90_000)
  const { email } = await signIn(page)
  await pickBusiness(page, 'plumbing')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('You have signed out.')).toBeVisible()
  const slug = await claimOne(page, product)
  await page.getByRole('link', { name: 'Sign in here' }).click()
  await expect(page).toHaveURL('/login')
  await signIn(page, email)
  await expect(page).toHaveURL('/codes')
  await expect(page.getByRole('listitem').filter({ hasText: slug })).toBeVisible()
})

test('whoever claims a code and has no account yet is set up first, and told of the code after it', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(90_000)
  const slug = await claimOne(page, product)
  await page.getByRole('link', { name: 'Sign in here' }).click()
  await page.getByRole('link', { name: 'create a new account' }).click()
  await signIn(page)
  await expect(page).toHaveURL('/onboarding')
  await goLive(page)
  await page.getByRole('button', { name: 'See it' }).click()
  await expect(page).toHaveURL('/dashboard?tab=codes')
  await expect(page.getByRole('listitem').filter({ hasText: slug })).toBeVisible()
})

test('a code that was claimed before an account chose its business is said to be kept until then', async ({
  page,
  product,
  signIn,
}) => {
  test.setTimeout(90_000)
  const slug = await claimOne(page, product)
  await page.getByRole('link', { name: 'Create your account' }).click()
  await signIn(page)
  await page.getByRole('combobox', { name: 'Your business' }).waitFor()

  await page.goto('/codes')
  await expect(page.getByRole('heading', { name: 'Choose your business first' })).toBeVisible()
  await expect(page.getByText('is kept for you for 7 days')).toBeVisible()
  await expect(page.getByText('No codes yet')).toHaveCount(0)
  await expectGoodForAll(page)
  await page.getByRole('main').getByRole('link', { name: 'Choose your business' }).click()
  await pickBusiness(page, 'plumbing')
  await page.goto('/codes')
  await expect(page.getByRole('listitem').filter({ hasText: slug })).toBeVisible()
})

test('an owner without a code reads how to get one', async ({ page, arrive }) => {
  await arrive(page)
  await page.goto('/codes')
  await expect(page.getByText('Scan it with your phone and claim it')).toBeVisible()
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Finish setting up' })).toHaveAttribute('href', '/onboarding')
  await expectGoodForAll(page)
  await header.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/login')
})

test('a stranger is led to the sign-in page', async ({ page }) => {
  await page.goto('/codes')
  await expect(page).toHaveURL('/login')
})

testOfOwner(
  'on a phone the search for another business stays where it is while one types',
  async ({ page, product, owner }) => {
    const slug = await mintOne(product.parts.db)
    const { id: userId } = await product.parts.db
      .selectFrom('users')
      .select('id')
      .where('business_id', '=', owner.businessId)
      .executeTakeFirstOrThrow()
    await claimCode(product.parts.db, {
      slug,
      place: { placeId: 'ChIJfirst', name: 'Whitlock Electrical', address: '' },
      secret: 'this browser',
      owner: { userId, businessId: owner.businessId },
      now: new Date(),
    })
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto('/dashboard?tab=codes')
    await page.getByRole('button', { name: 'Point to another business' }).click()
    const field = page.getByRole('combobox', { name: 'Your business' })
    const top = async (): Promise<number> => (await field.boundingBox())!.y
    const before = await top()
    await field.fill('p')
    await page.getByText('Type at least 2 letters.').waitFor()
    expect(await top()).toBe(before)
    await field.fill('plumb')
    await page.locator('[role=listbox][aria-busy=false]').getByRole('option').first().waitFor()
    expect(await top()).toBe(before)
    await field.fill('zzzzqq')
    await page.getByText('No businesses found.').waitFor()
    expect(await top()).toBe(before)
  },
)

test.describe('before Xero says which time zone the business is in', () => {
  test.use({ timezoneId: 'Australia/Perth', expectedComplaints: [] })

  test('its codes show when they were claimed by the clock of her browser', async ({
    page,
    product,
    arriveAtXero,
  }) => {
    const { db } = product.parts
    const { userId } = await arriveAtXero(page)
    const { business_id: businessId } = await db
      .selectFrom('users')
      .select('business_id')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await claimCode(db, {
      slug: await mintOne(db),
      place: { placeId: 'ChIJsubiaco', name: 'Subiaco Plumbing', address: '' },
      secret: 'this browser',
      owner: { userId, businessId: businessId! },
      now: new Date('2026-11-30T03:46:00Z'),
    })
    await page.goto('/codes')
    await expect(page.getByText(/claimed 30 Nov 2026, 11:46.am/)).toBeVisible()
  })
})

testOfOwner.describe('in a browser far away', () => {
  testOfOwner.use({ timezoneId: 'America/New_York' })

  testOfOwner('codes show when they were claimed by the clock of the business', async ({ page, owner }) => {
    await page.route('**/api/qr-codes', async (route) => {
      const answer = (await (await route.fetch()).json()) as { codes: object[] }
      const code = {
        slug: 'abcdefgh',
        url: 'https://goodword.example/claim/abcdefgh',
        business: { placeId: owner.businessId, name: 'Whitlock Electrical', address: null },
        reviewUrl: 'https://goodword.example/r',
        scans: 1,
        lastScannedAt: '2026-11-20T20:30:00Z',
        claimedAt: '2026-11-20T01:15:00Z',
      }
      await route.fulfill({ json: { ...answer, codes: [code] } })
    })
    await page.route('**/api/qr-codes/abcdefgh/picture*', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    )
    await page.goto('/dashboard?tab=codes')
    await expect(page.getByText(/claimed 20 Nov 2026, 9:15.am/)).toBeVisible()
    await expect(page.getByText(/the last 21 Nov 2026, 4:30.am/)).toBeVisible()
  })
})
