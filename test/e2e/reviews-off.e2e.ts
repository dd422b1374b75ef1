import { startProduct, type Product } from '../support/e2e-product.ts'
import { expect, expectGoodForAll, test as base } from './dashboard-fixtures.ts'

const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct({ REVIEWS: 'off' })
      await use(product)
      await product.close()
    },
    { scope: 'worker' },
  ],
})

test('where reviews are switched off, no screen names them and nothing is asked for', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const open = async (tab: string, title: string): Promise<void> => {
    await page.goto(`/dashboard?tab=${tab}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await test.step('the list of them is not there', async () => {
    await open('reviews', 'Reviews')
    await expect(page.getByText('No texts in the last 12 weeks')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your reviews on Google' })).toHaveCount(0)
    await expectGoodForAll(page)
  })
  await test.step('there is nothing to connect', async () => {
    await open('google', 'Google Status')
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('region', { name: 'Your reviews' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Connect your reviews' })).toHaveCount(0)
  })
  await test.step('the reminder says that we do not see reviews, and of no way to change that', async () => {
    await open('sms', 'SMS Setup')
    const reminder = page.getByRole('region', { name: 'One reminder' })
    await expect(reminder).toContainText('we do not see reviews')
    await expect(page.getByRole('main')).not.toContainText('connected')
  })
  await test.step('no comparison that counts reviews is offered', async () => {
    await open('comparison', 'What is it worth?')
    await expect(page.getByRole('radio')).toHaveCount(2)
    await expect(page.getByRole('radio', { name: 'A text, or none' })).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText(/not asking|connected/)
    await expectGoodForAll(page)
  })
  expect(asked.filter((path) => path.startsWith('/api/reviews'))).toEqual([])
})
