import type { FastifyInstance } from 'fastify'
import { profileApi } from './profile-api.ts'
import { profileConsent } from './profile-consent.ts'
import { createProfileControl } from './profile-control.ts'
import { emptyProfileWorld, profileMemory, type ProfileSettings, type ProfileWorld } from './profile-world.ts'
import { addDemoProfile } from './demo-profile.ts'
import { reviewerPhotos } from './reviewer-photos.ts'
import { reviewsPageRoutes } from './reviews-page-routes.ts'

/**
 * The stand-in for Google Business Profile, below `/business-profile`: consent and tokens, accounts and locations,
 * reviews, notifications; and the page on which reviews are written. There is no official sandbox.
 */
export const createProfileStandIn = (
  settings: ProfileSettings,
  surroundings: Pick<ProfileWorld, 'publicUrl' | 'faults' | 'timers' | 'wire' | 'now'>,
) => {
  const world = emptyProfileWorld(settings, surroundings)
  addDemoProfile(world)
  const control = createProfileControl(world)
  return {
    control,
    memories: [profileMemory(world)],
    routes: async (app: FastifyInstance) => {
      await app.register(profileConsent(world), { prefix: '/business-profile' })
      await app.register(profileApi(world), { prefix: '/business-profile' })
      await app.register(reviewerPhotos, { prefix: '/business-profile' })
      await app.register(reviewsPageRoutes(control))
    },
    reset: () => {
      for (const memory of [
        world.locations,
        world.codes,
        world.grants,
        world.accessTokens,
        world.notifications,
      ])
        memory.clear()
      addDemoProfile(world)
    },
  }
}
