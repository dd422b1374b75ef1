import { DEMO_OWNER } from '../../sandbox/google/people.ts'
import { DEMO_BUSINESS, placeIdOf } from '../../sandbox/places/businesses.ts'
import { expect, test } from './fixtures.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

const placeId = placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb)

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use(asLook(look))

    test('the sandbox’s page on which a customer writes a review', async ({ page, product }) => {
      const location = product.sandbox.profile!.addLocation({
        email: DEMO_OWNER.email,
        title: DEMO_BUSINESS.name,
        placeId,
      })
      if (location.reviews.length === 0)
        product.sandbox.profile!.seed(location.id, { name: 'Priya Nair', comment: 'Came the same day.' })
      await page.goto(`${product.sandbox.url}/reviews?place=${placeId}&name=Moana+Kerr`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await shoot(page, 'sandbox-write-review', look)
    })
  })
}
