import { DEMO_BUSINESS, placeIdOf } from '../../sandbox/places/businesses.ts'
import { writeShortHistory } from '../support/e2e-showcase.ts'
import { addProfile, addReviews } from '../support/reviews.ts'
import { expect, hoursAgo, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use(asLook(look))

    test('reviews that came back', async ({ page, owner, product }) => {
      const { db } = product.parts
      const { businessId: business_id } = owner
      const show = async (name: string, words: string) => {
        await page.goto('/dashboard?tab=reviews')
        await page.getByText(words).first().waitFor()
        await shoot(page, name, look)
      }
      await owner.setBusiness({ place_id: placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb) })
      await show('reviews-to-connect', 'Connect Google reviews')
      await writeShortHistory(owner, product)
      await addProfile(db, business_id, hoursAgo(48), { state: 'waiting_for_google' })
      await show('reviews-waiting', 'Google has not opened')
      const be = (state: 'connected' | 'needs_reauth') =>
        db
          .updateTable('profile_connections')
          .set({ state, full_read_at: hoursAgo(47) })
          .where('business_id', '=', business_id)
          .execute()
      await be('connected')
      await show('reviews-none', 'No reviews yet')
      const { sent_at } = await db
        .selectFrom('review_requests')
        .select('sent_at')
        .where('business_id', '=', business_id)
        .where('customer_name', '=', 'Priya Raman')
        .executeTakeFirstOrThrow()
      const put = (found: Date, reviews: Parameters<typeof addReviews>[2]) =>
        addReviews({ db, now: () => found }, business_id, reviews)
      await put(hoursAgo(2), [
        {
          id: 'a',
          name: 'Priya R',
          comment:
            'Rewired our kitchen in a day and left it cleaner than it was.\nAnswered every question, and came back the next morning to check the oven.',
          writtenAt: new Date(sent_at!.getTime() + 3_600_000),
        },
        { id: 'b', name: null, stars: 2, comment: null, writtenAt: hoursAgo(300) },
        {
          id: 'c',
          name: 'Bartholomew Featherstonehaugh-Cholmondeley',
          stars: 4,
          comment: 'Good work. A little late.',
          reply: 'Thank you, and sorry about the traffic on the bridge that day.',
          writtenAt: hoursAgo(700),
        },
      ])
      await page.goto('/dashboard?tab=reviews')
      await expect(page.getByRole('article')).toHaveCount(3)
      await put(new Date(), [
        { id: 'd', name: 'Žofie Dvořáková', stars: 5, comment: 'Výborná práce.', writtenAt: hoursAgo(0.5) },
      ])
      await page.reload()
      await expect(page.getByRole('article')).toHaveCount(4)
      await page.locator('summary').first().click()
      await page.getByRole('button', { name: 'Show the rating' }).click()
      await page.getByText('Google Maps').waitFor()
      await shoot(page, 'reviews', look)
      await be('needs_reauth')
      await show('reviews-reconnect', 'Google no longer lets us')
      await page.goto('/dashboard?tab=account')
      await page.getByLabel('E-mail me about new reviews').waitFor()
      await shoot(page, 'account-with-reviews', look)
    })
  })
}
