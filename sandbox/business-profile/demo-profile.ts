import { DEMO_OWNER } from '../google/people.ts'
import { DEMO_BUSINESS, placeIdOf } from '../places/businesses.ts'
import { stableId } from '../identifiers.ts'
import { addLocation, PROFILE_SCOPE, type ProfileWorld } from './profile-world.ts'

const DAY_MS = 86_400_000

type Demo = [daysAgo: number, name: string | null, stars: number, comment: string | null, reply?: string]

/** One that is anonymous, one without words, one that is cross and has its answer. */
const REVIEWS: Demo[] = [
  [
    1,
    'Priya Nair',
    5,
    'Came the same day, found the fault in ten minutes, and left the kitchen cleaner than before.',
  ],
  [3, null, 4, 'Good work, fair price.'],
  [6, 'Tom Baxter', 5, null],
  [9, 'Leilani Kapaona', 5, 'New switchboard, no fuss. Dana explained every step.', 'Thank you, Leilani!'],
  [
    14,
    'G. Stubbs',
    1,
    'Waited two hours past the time we had agreed on.',
    'Sorry, Mr Stubbs. A call-out before yours ran over; we should have rung you.',
  ],
  [24, 'Hannah Wood', 5, 'Third time we have had them out. Always tidy.', 'Always a pleasure, Hannah.'],
  [41, 'Marco', 4, 'Neat job on the outdoor lights.'],
]

export const DEMO_REFRESH_TOKEN = '1//sandbox-demo-profile'

/** The demo owner's profile, with reviews, and her consent: a demo that starts with it connected. */
export const addDemoProfile = (world: ProfileWorld): void => {
  const email = DEMO_OWNER.email
  const location = addLocation(world, {
    email,
    title: DEMO_BUSINESS.name,
    address: DEMO_BUSINESS.address,
    placeId: placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb),
  })
  const now = world.now().getTime()
  for (const [daysAgo, name, stars, comment, reply] of REVIEWS) {
    const at = now - daysAgo * DAY_MS
    location.reviews.push({
      id: `Ab${stableId('review', String(daysAgo)).replaceAll('-', '')}`,
      reviewer: { name: name ?? 'A Google user', isAnonymous: name === null },
      stars,
      comment,
      createdAt: at,
      updatedAt: at,
      reply: reply === undefined ? null : { comment: reply, updatedAt: at + DAY_MS / 2 },
    })
  }
  world.grants.set(DEMO_REFRESH_TOKEN, {
    email,
    refreshToken: DEMO_REFRESH_TOKEN,
    scopes: [PROFILE_SCOPE],
  })
}
