import { accountOf, type ProfileWorld, type SandboxLocation, type SandboxReview } from './profile-world.ts'
import { invalid } from './profile-error.ts'
import { photoUrlOf } from './reviewer-photos.ts'

const STARS = ['STAR_RATING_UNSPECIFIED', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']
const MOST_ON_PAGE = 50

/** Each fraction of a second that Google writes is right: none, three, six or nine digits. */
const stamp = (at: number, id: string): string => {
  const text = new Date(at).toISOString()
  return id.charCodeAt(2) % 2 === 0 ? text.replace('Z', '000000Z') : text
}

/** `at`: where this stand-in answers. */
const reviewAnswer = (
  { accountId, id: locationId }: SandboxLocation,
  { id, reviewer, stars, comment, createdAt, updatedAt, reply }: SandboxReview,
  at: string,
) => ({
  name: `accounts/${accountId}/locations/${locationId}/reviews/${id}`,
  reviewId: id,
  reviewer: reviewer.isAnonymous
    ? {
        displayName: 'A Google user',
        profilePhotoUrl: 'https://lh3.googleusercontent.com/nobody',
        isAnonymous: true,
      }
    : { displayName: reviewer.name, profilePhotoUrl: photoUrlOf(at, reviewer.name) },
  starRating: STARS[stars],
  ...(comment === null ? {} : { comment }),
  createTime: stamp(createdAt, id),
  updateTime: stamp(updatedAt, id),
  ...(reply
    ? {
        reviewReply: {
          comment: reply.comment,
          updateTime: stamp(reply.updatedAt, id),
          reviewReplyState: 'APPROVED',
        },
      }
    : {}),
  reviewReplyUrl: `https://business.google.com/reviews/${id}`,
})

/** What Google leaves out where it is empty or false is left out. */
export const locationAnswer = (location: SandboxLocation, readMask: string) => {
  const { id, title, address, placeId, isVerified } = location
  const all: Record<string, unknown> = {
    name: `locations/${id}`,
    title,
    ...(address ? { storefrontAddress: { regionCode: 'AU', addressLines: [address] } } : {}),
    metadata: {
      ...(placeId ? { placeId, mapsUri: `https://maps.google.com/?cid=${id}` } : {}),
      ...(isVerified ? { hasVoiceOfMerchant: true } : {}),
    },
  }
  const fields = readMask.split(',').map((field) => field.trim())
  const unknown = fields.filter((field) => !/^(name|title|storefrontAddress|metadata)$/.test(field))
  if (readMask === '' || unknown.length > 0)
    throw invalid(`Invalid field mask provided: ${unknown.join(',') || 'none'}`)
  return Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name)))
}

export const accountsAnswer = (world: ProfileWorld, email: string) => {
  const held = [...world.locations.values()].filter(({ managers }) => managers.includes(email))
  const groups = [...new Set(held.map(({ accountId }) => accountId))].filter((id) => id !== accountOf(email))
  return {
    accounts: [
      { name: `accounts/${accountOf(email)}`, accountName: email, type: 'PERSONAL' },
      ...groups.map((id) => ({ name: `accounts/${id}`, accountName: 'A group', type: 'LOCATION_GROUP' })),
    ],
  }
}

/** A page of a list, whose token is where the next begins. */
export const pageOf = <Item>(
  items: Item[],
  {
    pageSize,
    pageToken,
    most,
  }: { pageSize: string | undefined; pageToken: string | undefined; most: number },
): { page: Item[]; next: string | undefined } => {
  const size = pageSize === undefined ? most : Number(pageSize)
  if (!Number.isInteger(size) || size < 1 || size > most) throw invalid(`pageSize must be 1 to ${most}`)
  const from = pageToken === undefined ? 0 : placeOf(pageToken)
  const next = from + size
  return { page: items.slice(from, next), next: next < items.length ? tokenOf(next) : undefined }
}

const tokenOf = (from: number): string => Buffer.from(`at:${from}`).toString('base64url')

const placeOf = (token: string): number => {
  const from = /^at:(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1]
  if (from === undefined) throw invalid('Invalid page token.')
  return Number(from)
}

type ReviewsAsked = {
  pageSize?: string | undefined
  pageToken?: string | undefined
  orderBy?: string | undefined
}

/** Newest change first; what is switched on as trouble makes a page short, empty, a repetition, or leaves one out. */
export const reviewsAnswer = (
  world: ProfileWorld,
  location: SandboxLocation,
  { at, ...asked }: ReviewsAsked & { at: string },
) => {
  const { strike } = world.faults
  if (!['updateTime desc', undefined].includes(asked.orderBy)) throw invalid('orderBy is not one of those')
  const sorted = [...location.reviews].sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
  const where = { pageSize: asked.pageSize, pageToken: asked.pageToken, most: MOST_ON_PAGE }
  const from = asked.pageToken === undefined ? 0 : placeOf(asked.pageToken)
  let { page, next } = pageOf(sorted, where)
  if (next !== undefined && page.length > 1) {
    if (strike('profileShortPage')) {
      page = page.slice(0, 3)
      next = tokenOf(from + 3)
    } else if (strike('profileEmptyPage')) {
      page = []
      next = tokenOf(from)
    } else if (strike('profileRepeatedPage') && from > 0) {
      page = pageOf(sorted, { ...where, pageToken: tokenOf(Math.max(0, from - page.length)) }).page
      next = tokenOf(from)
    } else if (strike('profileMissingPage')) {
      page = pageOf(sorted, { ...where, pageToken: next }).page
      next = from + 2 * MOST_ON_PAGE < sorted.length ? tokenOf(from + 2 * MOST_ON_PAGE) : undefined
    }
  }
  if (sorted.length === 0) return {}
  const sum = sorted.reduce((all, { stars }) => all + stars, 0)
  return {
    reviews: page.map((review) => reviewAnswer(location, review, at)),
    averageRating: Math.round((sum / sorted.length) * 10) / 10,
    totalReviewCount: sorted.length,
    ...(next === undefined ? {} : { nextPageToken: next }),
  }
}
