import type { Page } from '@playwright/test'
import { claimCode } from '../../server/claims/claim-code.ts'
import { mintOne } from '../support/codes.ts'
import type { Product } from '../support/e2e-product.ts'
import { expect, expectGoodForAll, stopTime, test } from './fixtures.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Your business' })
const yes = (page: Page) => page.getByRole('button', { name: 'Yes, Claim This Code' })

const openNew = async (page: Page, product: Product): Promise<string> => {
  const slug = await mintOne(product.parts.db)
  await page.goto(`/claim/${slug}`)
  await field(page).waitFor()
  return slug
}
const pick = async (page: Page, query: string): Promise<string> => {
  await field(page).fill(query)
  const option = page.locator('[role=listbox][aria-busy=false]').getByRole('option').first()
  const name = await option.locator('strong').innerText()
  await option.click()
  await expect(page.getByRole('heading', { name: 'Is this your business?' })).toBeFocused()
  return name
}
const claimElsewhere = (product: Product, slug: string) =>
  claimCode(product.parts.db, {
    slug,
    place: { placeId: 'ChIJfaster', name: 'Faster & Sons', address: '' },
    secret: 'another browser',
    owner: undefined,
    now: new Date(),
  })
test.describe('claiming a printed code', () => {
  test('goes from search to confirmation to success, and the next scan goes to the review page [1.7] [2.10] [2.38]', async ({
    page,
    product,
  }) => {
    const slug = await openNew(page, product)
    await expectGoodForAll(page)
    await field(page).fill('whitlock')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await expectGoodForAll(page)
    const name = await pick(page, 'whitlock')
    await expect(page.getByText('Rated 4.8 out of 5, 63 reviews')).toBeAttached()
    await expect(page.getByText('Fremantle')).toBeVisible()
    await expectGoodForAll(page)
    await yes(page).click()
    await expect(page.getByRole('heading', { name: 'The code is yours' })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'Scan it to try' })).toContainText(name)
    await expectGoodForAll(page)
    const scan = await page.request.get(`/claim/${slug}`, { maxRedirects: 0 })
    expect([scan.status(), scan.headers()['location']]).toEqual([
      302,
      expect.stringContaining('search.google.com/local/writereview'),
    ])
  })

  test('asks about a business that only travels by the town that the list named', async ({
    page,
    product,
  }) => {
    await openNew(page, product)
    await pick(page, 'oneill gardens')
    await expect(page.getByText('Bristol, UK')).toBeVisible()
  })

  test('invites whoever claimed it to own it, also after a reload [2.38]', async ({ page, product }) => {
    const slug = await openNew(page, product)
    await pick(page, 'whitlock')
    await yes(page).click()
    await expect(page.getByRole('link', { name: 'Create your account' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The code is yours' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create your account' })).toBeVisible()
    const address = page.url()
    await page.context().clearCookies()
    const scan = await page.request.get(address, { maxRedirects: 0 })
    expect([scan.status(), new URL(address).pathname]).toEqual([302, `/claim/${slug}`])
  })

  test('has the address that a reload is safe at from the moment it says that the code is hers', async ({
    page,
    product,
  }) => {
    await openNew(page, product)
    await pick(page, 'whitlock')
    const atFirst = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          new MutationObserver(() => {
            if (document.querySelector('h1')?.textContent === 'The code is yours') resolve(location.search)
          }).observe(document.body, { subtree: true, childList: true })
        }),
    )
    await yes(page).click()
    expect(await atFirst).toBe('?claimed')
  })

  test('shows at most five, says when there is none, and begins at two letters after 300 ms [5.1] [5.3] [8.3] [9.1]', async ({
    page,
    product,
  }) => {
    await openNew(page, product)
    await stopTime(page)
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/places')) asked.push(url.searchParams.get('query')!)
    })
    await field(page).fill('p')
    await page.clock.runFor(2000)
    await field(page).fill('plumbing')
    await page.clock.runFor(290)
    expect(asked).toEqual([])
    await page.clock.runFor(20)
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(asked).toEqual(['plumbing'])
    expect(await page.getByRole('option').count()).toBeLessThanOrEqual(5)
    await field(page).fill('zzzzqq')
    await page.clock.runFor(310)
    await expect(
      page.getByText('No businesses found. Try a different search term.', { exact: true }),
    ).toBeVisible()
  })

  test('is done by keyboard alone: arrow keys, Enter, Escape [2.38] [4.6] [5.4]', async ({
    page,
    product,
  }) => {
    await openNew(page, product)
    await field(page).focus()
    await page.keyboard.type('plumbing')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = await page.getByRole('option').nth(1).locator('strong').innerText()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Is this your business?' })).toBeFocused()
    await expect(page.getByText(second, { exact: true })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(yes(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'The code is yours' })).toBeFocused()
  })

  test('goes back to the search with what was typed [2.39]', async ({ page, product }) => {
    await openNew(page, product)
    await pick(page, 'plumbing')
    await page.getByRole('button', { name: 'No, Search Again' }).click()
    await expect(field(page)).toHaveValue('plumbing')
    const other = await pick(page, 'painting')
    await expect(page.getByText(other, { exact: true })).toBeVisible()
  })

  test('a double click on “No, Search Again” leads one step on, so that Back leads to the question', async ({
    page,
    product,
  }) => {
    await openNew(page, product)
    await pick(page, 'plumbing')
    await page.getByRole('button', { name: 'No, Search Again' }).dblclick()
    await expect(field(page)).toHaveValue('plumbing')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Is this your business?' })).toBeVisible()
  })

  test('Back leads from the question to the search with what was typed, and Forward to the question', async ({
    page,
    product,
  }) => {
    const slug = await openNew(page, product)
    const name = await pick(page, 'plumbing')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Claim this QR code' })).toBeFocused()
    await expect(field(page)).toHaveValue('plumbing')
    await page.goForward()
    await expect(page.getByRole('heading', { name: 'Is this your business?' })).toBeFocused()
    await page.reload()
    await expect(page.getByText(name, { exact: true })).toBeVisible()
    await yes(page).click()
    await expect(page.getByRole('heading', { name: 'The code is yours' })).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(`/claim/${slug}?claimed`)
    await expect(page.getByRole('heading', { name: 'The code is yours' })).toBeVisible()
  })

  test.describe('when it cannot be', () => {
    test.use({ expectedComplaints: [/status of (404|409|410|429|50\d)/] })

    test('shows the person who comes second that the code is claimed', async ({ page, product }) => {
      const slug = await openNew(page, product)
      await pick(page, 'whitlock')
      await claimElsewhere(product, slug)
      await yes(page).click()
      await expect(page.getByRole('heading', { name: 'This code is already claimed' })).toBeFocused()
      await expect(page.getByText('This code has just been claimed for Faster & Sons.')).toBeVisible()
      await expectGoodForAll(page)
    })

    test('shows whoever claimed it in another tab that it is hers', async ({ page, product }) => {
      const slug = await openNew(page, product)
      const other = await page.context().newPage()
      await other.goto(`/claim/${slug}`)
      await pick(other, 'whitlock')
      await yes(other).click()
      await expect(other.getByRole('heading', { name: 'The code is yours' })).toBeFocused()
      await field(page).fill('plumbing')
      await expect(page.getByRole('heading', { name: 'The code is yours' })).toBeFocused()
      await expect(page.getByRole('link', { name: 'Create your account' })).toBeVisible()
    })

    test('says so for a code that was never printed, and for one that has expired', async ({
      page,
      product,
    }) => {
      for (const slug of ['bbbbbbbbbb', '%00', '%zz']) {
        await page.goto(`/claim/${slug}`)
        await expect(page.getByRole('heading', { name: 'This code is not known' })).toBeVisible()
        await expect(page.getByRole('alert')).toContainText('Check the letters printed under it')
      }
      await expectGoodForAll(page)
      const old = await mintOne(product.parts.db, new Date(Date.now() - 1000))
      await page.goto(`/claim/${old}`)
      await expect(page.getByRole('heading', { name: 'This code has expired' })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('Ask for a new one')
    })

    test('says what is wrong with Google, and works again when it is over', async ({ page, product }) => {
      await openNew(page, product)
      product.sandbox.faults.ask({ places5xx: {} })
      await field(page).fill('plumbing')
      await expect(page.getByRole('alert')).toContainText('Google does not answer just now')
      product.sandbox.faults.clear()
      await page.getByRole('button', { name: 'Search again' }).click()
      await expect(page.getByRole('option').first()).toBeVisible()
    })
  })
})

test('a code that is claimed takes a customer straight to the review page, without any of our scripts', async ({
  page,
  product,
}) => {
  const slug = await mintOne(product.parts.db)
  await claimElsewhere(product, slug)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // There may be no way to Google from here: where the browser went is all that counts.
  await page.goto(`/claim/${slug.toUpperCase()}`).catch(() => undefined)
  expect(asked.slice(0, 2)).toEqual([
    `${product.url}/claim/${slug.toUpperCase()}`,
    'https://search.google.com/local/writereview?placeid=ChIJfaster',
  ])
  expect(asked.filter((url) => url.startsWith(product.url))).toHaveLength(1)
})
