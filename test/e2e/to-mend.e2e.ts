import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'
import type { OwnerAtDashboard } from '../support/e2e-owner.ts'
import type { Product } from '../support/e2e-product.ts'

const setInvoice = (product: Product, invoiceId: string, columns: { contact_name: string; total: string }) =>
  product.parts.db.updateTable('invoices').set(columns).where('invoice_id', '=', invoiceId).execute()

const threeToMend = async (owner: OwnerAtDashboard, product: Product): Promise<void> => {
  await setInvoice(product, await owner.skipped('no_mobile'), { contact_name: 'Ines Duarte', total: '210' })
  await setInvoice(product, await owner.skipped('landline'), { contact_name: 'Coogee Strata', total: '940' })
  await owner.texted({ customer_name: 'Tom Brandt', state: 'failed', state_reason: '30005' })
}

test('what can be mended is one press away, the largest first, with its number on the way there', async ({
  page,
  product,
  owner,
}) => {
  await owner.texted()
  await threeToMend(owner, product)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'View All Activity 3 to mend' }).click()
  await page.getByRole('tab', { name: 'To mend 3' }).click()
  await expect(page).toHaveURL('/dashboard?tab=activity&view=mend')
  await expect(page.getByRole('article')).toHaveText([
    /Coogee Strata.*landline/s,
    /Ines Duarte/,
    /Tom Brandt/,
  ])
  await expect(page.getByRole('link', { name: /Open the contact in Xero/ })).toHaveCount(3)
  await expect(page.getByText('text did not arrive are asked with their next invoice')).toBeVisible()
  await expectGoodForAll(page)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'To mend 3' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'To mend 3' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { name: '4 invoices paid' })).toBeVisible()
})

test('looking again for all says what came of it, and asks for each once', async ({
  page,
  product,
  owner,
}) => {
  await threeToMend(owner, product)
  const asked: string[][] = []
  await page.route('**/api/activity/retry', async (route) => {
    asked.push(route.request().postDataJSON().invoiceIds)
    await route.fulfill({ json: { looked: 3, askable: 1, left: 2 } })
  })
  await page.goto('/dashboard?tab=activity&view=mend')
  await page.getByRole('button', { name: 'Look again for all 3' }).dblclick()
  await expect(page.getByRole('status').filter({ hasText: 'asked now' })).toHaveText(
    '1 of 3 can be asked now. 2 still need a number in Xero.',
  )
  expect(asked.map((ids) => new Set(ids).size)).toEqual([3])
})

test('what could not be read in Xero is not said to need a number', async ({ page, product, owner }) => {
  await threeToMend(owner, product)
  await page.route('**/api/activity/retry', (route) =>
    route.fulfill({ json: { looked: 3, askable: 0, left: 3, unread: 1 } }),
  )
  await page.goto('/dashboard?tab=activity&view=mend')
  await page.getByRole('button', { name: 'Look again for all 3' }).click()
  await expect(
    page.getByText(
      '2 still need a number in Xero. 1 could not be read in Xero just now. Try again in a minute.',
    ),
  ).toBeVisible()
})

test('looking again for one in vain is no fault, and gives way to looking again for all', async ({
  page,
  product,
  owner,
}) => {
  await threeToMend(owner, product)
  await page.route('**/api/activity/*/retry', async (route) => {
    const { items } = await (await page.request.get('/api/activity/to-mend')).json()
    await route.fulfill({ json: { item: items[0], changed: false } })
  })
  await page.route('**/api/activity/retry', (route) =>
    route.fulfill({ json: { looked: 3, askable: 0, left: 3 } }),
  )
  await page.goto('/dashboard?tab=activity&view=mend')
  await page.getByRole('button', { name: 'Look again for Coogee Strata' }).click()
  const one = page.getByText('Nothing has changed in Xero for Coogee Strata yet.')
  await expect(one).toBeVisible()
  await expect(one.locator('..')).toHaveAttribute('data-tone', 'plain')
  await page.getByRole('button', { name: 'Look again for all 3' }).click()
  await expect(page.getByText('Nothing has changed in Xero for these 3 yet.')).toBeVisible()
  expect(await one.count()).toBe(0)
})

test.describe('while Xero is out of reach', () => {
  test.use({ expectedComplaints: [/status of 503/] })

  test('it says so, and how far it came', async ({ page, product, owner }) => {
    await threeToMend(owner, product)
    await page.route('**/api/activity/retry', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        json: {
          title: 'Service Unavailable',
          status: 503,
          code: 'xero-unavailable',
          detail: 'Xero cannot be asked just now. Please try again in a minute.',
        },
      }),
    )
    await page.goto('/dashboard?tab=activity&view=mend')
    await page.getByRole('button', { name: 'Look again for all 3' }).click()
    await expect(page.getByRole('alert')).toContainText('Xero cannot be asked just now.')
    await expect(page.getByRole('button', { name: 'Look again for all 3' })).toBeEnabled()
  })
})

test('who has nothing to mend is told what would stand here', async ({ page, owner }) => {
  await owner.texted()
  await page.goto('/dashboard?tab=activity&view=mend')
  await expect(page.getByText('Nothing to mend')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'To mend' })).toHaveText('To mend')
})
