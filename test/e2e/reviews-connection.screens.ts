import { asSystem } from '../../server/database/database.ts'
import { beginConnection, type ProfileState } from '../../server/reviews/connecting/connection-life.ts'
import { sealProfileToken } from '../../server/reviews/connecting/seal-profile-token.ts'
import { DEMO_REFRESH_TOKEN } from '../../sandbox/business-profile/demo-profile.ts'
import { DEMO_OWNER } from '../../sandbox/google/people.ts'
import { DEMO_BUSINESS, placeIdOf } from '../../sandbox/places/businesses.ts'
import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

const PLACE = placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb)
const STATES: ProfileState[] = ['connected', 'waiting_for_google', 'needs_reauth', 'unreachable', 'choosing']

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use(asLook(look))

    test('the connection of the reviews, in each of its states', async ({ page, owner, product }) => {
      const { businessId } = owner
      const { db, sealer } = product.parts
      if (product.sandbox.profile!.locations().length === 1)
        product.sandbox.profile!.addLocation({
          email: DEMO_OWNER.email,
          title: 'Whitlock Solar',
          address: '2 Quarry Rd, Fremantle WA 6160, Australia',
          isVerified: false,
        })
      const open = async () => {
        await page.goto('/dashboard?tab=google')
        await page.getByRole('region', { name: 'Your reviews' }).waitFor()
        await page.waitForLoadState('networkidle')
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      }
      await owner.setBusiness({ place_id: PLACE })
      await open()
      await shoot(page, 'google-reviews-off', look)
      for (const state of STATES) {
        const now = new Date()
        const location = {
          account_id: '1',
          location_id: '7',
          location_title: DEMO_BUSINESS.name,
          location_place_id: PLACE,
          is_verified: true,
          location_read_at: now,
          last_read_at: new Date(now.getTime() - 1_200_000),
        }
        await asSystem(db, (trx) =>
          beginConnection(trx, businessId, {
            googleSub: '1',
            refreshToken: sealProfileToken(sealer, businessId, DEMO_REFRESH_TOKEN),
            state,
            now,
            facts: state === 'choosing' ? { location_id: null } : location,
          }),
        )
        await open()
        if (state === 'choosing') await expect(page.getByRole('radio').first()).toBeVisible()
        await shoot(page, `google-reviews-${state.replaceAll('_', '-')}`, look)
      }
      await page.getByRole('button', { name: 'Disconnect reviews' }).click()
      await shoot(page, 'google-reviews-disconnect', look)
    })
  })
}
