import type { FastifyRequest } from 'fastify'
import { Refusal } from '../platform/errors.ts'
import { networkOf, waitInWords, type CreateLimit, type Limit } from '../platform/http/rate-limit.ts'

const HOUR = 3600
const DAY = 24 * HOUR

export type ClaimLimits = {
  /** Before a slug is looked up at all, so that a right and a wrong one count alike. */
  look: (request: FastifyRequest) => Promise<void>
  search: (request: FastifyRequest) => Promise<void>
  claim: (request: FastifyRequest) => Promise<void>
  /** Only for codes that can be claimed: what one printed code may cost us at Google. */
  searchFor: (slug: string) => Promise<void>
  detailsFor: (slug: string) => Promise<void>
}

/** Searches without an account cost us money: limited by address, by code, and by day altogether. */
export const createClaimLimits = (createLimit: CreateLimit): ClaimLimits => {
  const byAddress = (limit: Limit) => (request: FastifyRequest) => limit(networkOf(request.ip))
  const slugSearch = createLimit('claim-search-slug', { most: 200, seconds: HOUR })
  const slugDetails = createLimit('claim-details-slug', { most: 30, seconds: HOUR })
  const daySearch = createLimit('claim-search-day', { most: 5000, seconds: DAY })
  const dayDetails = createLimit('claim-details-day', { most: 1000, seconds: DAY })
  return {
    look: byAddress(createLimit('claim-look', { most: 120, seconds: 600 })),
    search: byAddress(createLimit('claim-search', { most: 120, seconds: 600 })),
    claim: byAddress(createLimit('claim', { most: 40, seconds: 600 })),
    searchFor: async (slug) => {
      await slugSearch(slug)
      await withinToday(daySearch)
    },
    detailsFor: async (slug) => {
      await slugDetails(slug)
      await withinToday(dayDetails)
    },
  }
}

/** The day's budget is spent, through no fault of this caller. */
const withinToday = async (limit: Limit): Promise<void> => {
  try {
    await limit('all')
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    const wait = waitInWords(Number(cause.details['retryAfterSeconds']))
    throw new Refusal(
      'places-unavailable',
      503,
      `So many people have claimed codes today that no more searches are possible now. Please try again in ${wait}.`,
      cause.details,
    )
  }
}
