import { DEMO_REFRESH_TOKEN } from '../../../sandbox/business-profile/demo-profile.ts'
import { accountOf, locationIdOf } from '../../../sandbox/business-profile/profile-world.ts'
import { DEMO_OWNER } from '../../../sandbox/google/people.ts'
import { DEMO_BUSINESS, placeIdOf } from '../../../sandbox/places/businesses.ts'
import { asSystem } from '../../../server/database/database.ts'
import { beginConnection } from '../../../server/reviews/connecting/connection-life.ts'
import { sealProfileToken } from '../../../server/reviews/connecting/seal-profile-token.ts'
import type { Parts } from '../../../server/wiring/parts.ts'

/** The demo owner has let us read her reviews: a worker does so as soon as it starts. */
export const connectDemoProfile = async ({ db, sealer, clock }: Parts, businessId: string): Promise<void> => {
  const now = clock()
  const placeId = placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb)
  await asSystem(db, (trx) =>
    beginConnection(trx, businessId, {
      googleSub: accountOf(DEMO_OWNER.email),
      refreshToken: sealProfileToken(sealer, businessId, DEMO_REFRESH_TOKEN),
      state: 'connected',
      now,
      facts: {
        account_id: accountOf(DEMO_OWNER.email),
        location_id: locationIdOf(placeId, DEMO_OWNER.email),
        location_title: DEMO_BUSINESS.name,
        location_place_id: placeId,
        is_verified: true,
        location_read_at: now,
        next_read_at: now,
      },
    }),
  )
}
