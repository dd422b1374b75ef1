import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import type { Call } from './call-as.ts'
import { createCookieBrowser, type CookieBrowser } from './cookie-browser.ts'
import type { Product } from './product.ts'
import { signInTo } from './signed-in.ts'

export type ProfileOwner = {
  businessId: string
  email: string
  placeId: string
  call: Call
  /** Her location at Google, which is the place that her texts lead to. */
  locationId: string
  /** To Google and back, as `email`: what the address says in the end. */
  connect: (form?: Record<string, string>) => Promise<string | null>
  browser: CookieBrowser
  /** Lets the time of the next look come, and looks. */
  read: () => Promise<void>
  rows: () => Promise<{ review_id: string; comment: string | null; missing_since: Date | null }[]>
  connection: () => Promise<Record<string, unknown> | undefined>
}

let number = 0

/** An owner who is signed in, in a browser of her own, with a business and its verified location at Google. */
export const createProfileOwner = async (
  product: Product,
  { email: given, withLocation = true }: { email?: string; withLocation?: boolean } = {},
): Promise<ProfileOwner> => {
  number += 1
  const email = given ?? `owner${number}@profile.example`
  const placeId = `ChIJprofile${number}-${crypto.randomUUID().slice(0, 8)}`
  const { businessId } = await seedBusiness(product.parts, {
    number: 1,
    name: `Profile ${number}`,
    currency: 'AUD',
    fundsCents: 0,
  })
  await product.db.updateTable('businesses').set({ place_id: placeId }).where('id', '=', businessId).execute()
  const profile = product.sandbox.profile!
  const locationId = withLocation
    ? profile.addLocation({ email, title: `Profile ${number}`, placeId }).id
    : ''
  const { session, call } = await signInTo(product, businessId)
  const browser = createCookieBrowser(`${product.url}/dashboard`)
  browser.plantCookie('127.0.0.1', `goodword-session=${session}`)

  const find = () =>
    product.db
      .selectFrom('profile_connections')
      .selectAll()
      .where('business_id', '=', businessId)
      .executeTakeFirst()
  return {
    businessId,
    email,
    placeId,
    call,
    locationId,
    browser,
    connect: async (form = {}) => {
      const { body } = await browser.call('POST', `${product.url}/api/reviews/connect`, {})
      const page = await browser.submit(String(body['authorizationUrl']), {
        decision: 'allow',
        scope: 'yes',
        email,
        ...form,
      })
      return new URL(page.url).searchParams.get('reviews')
    },
    read: async () => {
      const next = (await find())?.next_read_at
      if (next && next > product.now()) product.later(next.getTime() - product.now().getTime() + 1)
      await product.work(`reviews:${businessId}`)
    },
    rows: () =>
      product.db
        .selectFrom('google_reviews')
        .select(['review_id', 'comment', 'missing_since'])
        .where('business_id', '=', businessId)
        .orderBy('review_id')
        .execute(),
    connection: find,
  }
}
