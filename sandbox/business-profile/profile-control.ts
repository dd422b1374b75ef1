import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../server/platform/errors.ts'
import { push, pushBody, signPush, type PushOptions } from './profile-push.ts'
import {
  addLocation,
  addReview,
  type NewReview,
  type ProfileWorld,
  type SandboxLocation,
  type SandboxReview,
} from './profile-world.ts'

export type ProfileControl = ReturnType<typeof createProfileControl>

/** What happens at Google: customers write, change and delete reviews, owners reply, roles and approvals end. */
export const createProfileControl = (world: ProfileWorld) => {
  const location = (id: string): SandboxLocation => {
    const found = world.locations.get(id)
    if (!found) throw new Refusal('unknown-location', 404, 'There is no such profile.')
    return found
  }
  const review = (locationId: string, id: string): SandboxReview => {
    const found = location(locationId).reviews.find((one) => one.id === id)
    if (!found) throw new Refusal('unknown-review', 404, 'There is no such review.')
    return found
  }
  const note = (what: string) => world.wire.note({ who: 'you', what })

  return {
    locations: () => [...world.locations.values()],
    location,
    calls: world.calls,
    addLocation: (wanted: Parameters<typeof addLocation>[1]) => addLocation(world, wanted),
    /** As if the review had been there before anybody looked: no notice. */
    seed: (locationId: string, wanted: NewReview) => addReview(world, location(locationId), wanted),
    write: async (locationId: string, wanted: NewReview): Promise<SandboxReview> => {
      const written = addReview(world, location(locationId), wanted)
      note(`${wanted.name ?? 'Somebody anonymous'} wrote a review of ${location(locationId).title}`)
      await push(world, location(locationId), written, 'NEW_REVIEW')
      return written
    },
    change: async (locationId: string, id: string, to: { stars?: number; comment?: string | null }) => {
      const one = review(locationId, id)
      Object.assign(one, to, { updatedAt: Math.max(world.now().getTime(), one.updatedAt + 1) })
      world.wire.changed()
      await push(world, location(locationId), one, 'UPDATED_REVIEW')
    },
    /** No push is sent, and the review stays where it is in the list. */
    reply: (locationId: string, id: string, comment: string) => {
      review(locationId, id).reply = { comment, updatedAt: world.now().getTime() }
      note('The owner replied at Google')
      world.wire.changed()
    },
    /** Silent: no notice, and no entry. */
    remove: (locationId: string, id: string) => {
      const found = location(locationId)
      review(locationId, id)
      found.reviews = found.reviews.filter((one) => one.id !== id)
      note(`A review of ${found.title} was removed`)
      world.wire.changed()
    },
    verify: (locationId: string, isVerified: boolean) => {
      location(locationId).isVerified = isVerified
      world.wire.changed()
    },
    /** The owner takes our access back in her Google account. */
    revoke: (email: string) => {
      for (const grant of world.grants.values())
        if (grant.email === email) world.grants.delete(grant.refreshToken)
      world.wire.changed()
    },
    grants: () => [...world.grants.values()],
    notifications: world.notifications,
    sign: (options?: PushOptions) => signPush(world, options),
    pushBody,
  }
}

const written = z.object({
  name: z.string().trim().max(200).nullable().default(null),
  stars: z.coerce.number().int().min(1).max(5),
  comment: z
    .string()
    .max(4_000)
    .nullable()
    .default(null)
    .transform((text) => text?.trim() || null),
  /** Of one that was there before anybody looked: no notice comes of it. */
  at: z.coerce.date().optional(),
})

/** The same in JSON, for tests, drills and the console. */
export const profileControlRoutes = (control: ProfileControl) => async (app: FastifyInstance) => {
  type Named = { Params: { location: string; review: string } }
  app.get('/locations', async () => control.locations())
  app.post<Named>('/locations/:location/reviews', async (request) => {
    const { at, ...review } = written.parse(request.body)
    const { location } = request.params
    return at ? control.seed(location, { ...review, at }) : control.write(location, review)
  })
  app.post<Named>('/locations/:location/reviews/:review/reply', async (request) => {
    const { comment } = z.object({ comment: z.string().min(1).max(4_000) }).parse(request.body)
    control.reply(request.params.location, request.params.review, comment)
    return { ok: true }
  })
  app.delete<Named>('/locations/:location/reviews/:review', async (request) => {
    control.remove(request.params.location, request.params.review)
    return { ok: true }
  })
}
