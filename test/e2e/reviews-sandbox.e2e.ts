import { DEMO_OWNER } from '../../sandbox/google/people.ts'
import { DEMO_BUSINESS, placeIdOf } from '../../sandbox/places/businesses.ts'
import { expect, expectGoodForAll, test } from './fixtures.ts'

const placeId = placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb)

test('in the sandbox a customer writes a review, is answered, and takes it away', async ({
  page,
  product,
}) => {
  const email = `${Date.now()}.${DEMO_OWNER.email}`
  product.sandbox.profile!.addLocation({ email, title: 'Northside Plumbing', placeId: `${placeId}-north` })
  await page.goto(`${product.sandbox.url}/reviews?place=${placeId}-north&name=Moana+Kerr`)
  await page.getByRole('combobox', { name: 'Stars' }).selectOption('4')
  await page.getByRole('textbox', { name: 'Words' }).fill('Came the same day.')
  await page.getByRole('button', { name: 'Write it' }).click()
  const review = page.getByRole('article').filter({ hasText: 'Moana Kerr · 4 of 5' })
  await expect(review).toContainText('Came the same day.')
  await expectGoodForAll(page)
  await review.getByRole('textbox', { name: 'Reply' }).fill('Thank you, Moana!')
  await review.getByRole('button', { name: 'Reply as the owner' }).click()
  await expect(review).toContainText('Reply: Thank you, Moana!')
  await review.getByRole('button', { name: 'Remove it' }).click()
  await expect(review).toHaveCount(0)
})
