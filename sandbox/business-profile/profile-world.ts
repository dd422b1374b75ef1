import { randomUUID, type JsonWebKey } from 'node:crypto'
import { z } from 'zod'
import type { Faults } from '../faults.ts'
import { stableNumber } from '../identifiers.ts'
import type { Timers } from '../timers.ts'
import type { Wire } from '../wire.ts'

export const PROFILE_SCOPE = 'https://www.googleapis.com/auth/business.manage'

export type ProfileSettings = {
  clientId: string
  clientSecret: string
  /** What a push proves: for whom it is, and who sends it. */
  audience: string
  email: string
}

export type Reviewer = { name: string; isAnonymous: boolean }

export type SandboxReview = {
  id: string
  reviewer: Reviewer
  stars: number
  comment: string | null
  createdAt: number
  updatedAt: number
  reply: { comment: string; updatedAt: number } | null
}

export type SandboxLocation = {
  id: string
  accountId: string
  title: string
  address: string | null
  placeId: string | undefined
  isVerified: boolean
  /** Who manages it, by e-mail address. */
  managers: string[]
  reviews: SandboxReview[]
}

export type ProfileGrant = { email: string; refreshToken: string; scopes: string[] }

export type Setting = { topic: string; types: string[] }

export type ProfileWorld = {
  settings: ProfileSettings
  publicUrl: () => string
  faults: Faults
  timers: Timers
  wire: Wire
  now: () => Date
  locations: Map<string, SandboxLocation>
  codes: Map<string, { grant: ProfileGrant; challenge: string; redirectUri: string; expiresAt: number }>
  grants: Map<string, ProfileGrant>
  accessTokens: Map<string, { refreshToken: string; expiresAt: number }>
  /** By account. */
  notifications: Map<string, Setting>
  key: { jwk: JsonWebKey | undefined }
  /** How often each of our calls was asked, for tests of budgets. */
  calls: Map<string, number>
}

const reviewer = z.object({ name: z.string(), isAnonymous: z.boolean() })
const saved = z.object({
  locations: z.array(
    z.object({
      id: z.string(),
      accountId: z.string(),
      title: z.string(),
      address: z.string().nullable(),
      placeId: z.string().optional(),
      isVerified: z.boolean(),
      managers: z.array(z.string()),
      reviews: z.array(
        z.object({
          id: z.string(),
          reviewer,
          stars: z.number(),
          comment: z.string().nullable(),
          createdAt: z.number(),
          updatedAt: z.number(),
          reply: z.object({ comment: z.string(), updatedAt: z.number() }).nullable(),
        }),
      ),
    }),
  ),
  grants: z.array(z.object({ email: z.string(), refreshToken: z.string(), scopes: z.array(z.string()) })),
  notifications: z.array(z.tuple([z.string(), z.object({ topic: z.string(), types: z.array(z.string()) })])),
  key: z.record(z.string(), z.unknown()).nullable(),
})

/** The memory of the stand-in, as the snapshot keeps it. */
export const profileMemory = (world: ProfileWorld) => ({
  name: 'business-profile',
  save: (): z.input<typeof saved> => ({
    locations: [...world.locations.values()],
    grants: [...world.grants.values()],
    notifications: [...world.notifications],
    key: (world.key.jwk as Record<string, unknown> | undefined) ?? null,
  }),
  load: (kept: unknown) => {
    const read = saved.parse(kept)
    for (const location of read.locations)
      world.locations.set(location.id, { ...location, placeId: location.placeId })
    for (const grant of read.grants) world.grants.set(grant.refreshToken, grant)
    for (const [account, setting] of read.notifications) world.notifications.set(account, setting)
    world.key.jwk = (read.key as JsonWebKey | null) ?? undefined
  },
})

export const emptyProfileWorld = (
  settings: ProfileSettings,
  surroundings: Pick<ProfileWorld, 'publicUrl' | 'faults' | 'timers' | 'wire' | 'now'>,
): ProfileWorld => ({
  settings,
  ...surroundings,
  locations: new Map(),
  codes: new Map(),
  grants: new Map(),
  accessTokens: new Map(),
  notifications: new Map(),
  key: { jwk: undefined },
  calls: new Map(),
})

/** A person's own account, always the same for the same address. */
export const accountOf = (email: string): string =>
  `1${stableNumber(1_000_000_000, 'account', email.toLowerCase())}${stableNumber(1_000_000_000, email.toLowerCase())}`

/** Always the same for the same place and person. */
export const locationIdOf = (placeId: string, email: string): string =>
  `7${stableNumber(1_000_000_000, placeId, email)}${stableNumber(1_000_000_000, email, placeId)}`

export const addLocation = (
  world: ProfileWorld,
  {
    email,
    ...wanted
  }: { email: string; title: string } & Partial<
    Pick<SandboxLocation, 'placeId' | 'isVerified' | 'address' | 'accountId'>
  >,
): SandboxLocation => {
  const known = [...world.locations.values()].find(
    ({ placeId, managers }) =>
      placeId !== undefined && placeId === wanted.placeId && managers.includes(email),
  )
  if (known) return known
  const id = locationIdOf(wanted.placeId ?? randomUUID(), email)
  const location: SandboxLocation = {
    id,
    accountId: wanted.accountId ?? accountOf(email),
    title: wanted.title,
    address: wanted.address ?? null,
    placeId: wanted.placeId,
    isVerified: wanted.isVerified ?? true,
    managers: [email],
    reviews: [],
  }
  world.locations.set(id, location)
  world.wire.changed()
  return location
}

export type NewReview = {
  name?: string | null
  stars?: number
  comment?: string | null
  at?: Date
  id?: string
}

export const addReview = (
  world: ProfileWorld,
  location: SandboxLocation,
  wanted: NewReview,
): SandboxReview => {
  const at = (wanted.at ?? world.now()).getTime()
  const review: SandboxReview = {
    id: wanted.id ?? `Ab${randomUUID().replaceAll('-', '')}`,
    reviewer: { name: wanted.name ?? 'A Google user', isAnonymous: wanted.name === null },
    stars: wanted.stars ?? 5,
    comment: wanted.comment ?? null,
    createdAt: at,
    updatedAt: at,
    reply: null,
  }
  location.reviews.push(review)
  world.wire.changed()
  return review
}
