import type { FastifyRequest } from 'fastify'
import { Refusal, VendorFailure } from '../platform/errors.ts'
import { networkOf, waitInWords, type CreateLimit, type Limit } from '../platform/http/rate-limit.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

type Asking = <Out>(by: { request: FastifyRequest; slug: string }, ask: () => Promise<Out>) => Promise<Out>

export type ClaimLimits = {
  /** Before a slug is looked up at all, so that a right and a wrong one count alike. */
  look: (request: FastifyRequest) => Promise<void>
  search: (request: FastifyRequest) => Promise<void>
  claim: (request: FastifyRequest) => Promise<void>
  /** Only for codes that can be claimed: what one printed code, and one address, may cost us at Google. */
  askSearch: Asking
  askDetails: Asking
  /** The claim itself has a budget of its own: whoever only looks cannot spend it. */
  askClaimed: Asking
}

/** Searches without an account cost us money: limited by address, by code, and by day altogether. */
export const createClaimLimits = (createLimit: CreateLimit): ClaimLimits => {
  const byAddress = (limit: Limit) => (request: FastifyRequest) => limit(networkOf(request.ip))
  const asking = (name: string, most: Most): Asking => {
    const anHour = createLimit(`${name}-slug`, { most: most.codeHour, seconds: HOUR_SECONDS })
    const aDay = createLimit(`${name}-slug-day`, { most: most.codeDay, seconds: DAY_SECONDS })
    const ofAddress = createLimit(`${name}-address-day`, { most: most.addressDay, seconds: DAY_SECONDS })
    const ofAll = createLimit(`${name}-day`, { most: most.day, seconds: DAY_SECONDS })
    return async ({ request, slug }, ask) => {
      const address = networkOf(request.ip)
      await ofAddress(address)
      await aDay(slug)
      await anHour(slug)
      await withinToday(ofAll)
      try {
        return await ask()
      } catch (cause) {
        if (isFree(cause)) await ofAll.giveBack(ALL)
        if (isAway(cause))
          await Promise.all([anHour.giveBack(slug), aDay.giveBack(slug), ofAddress.giveBack(address)])
        throw cause
      }
    }
  }
  return {
    look: byAddress(createLimit('claim-look', { most: 120, seconds: 600 })),
    search: byAddress(createLimit('claim-search', { most: 120, seconds: 600 })),
    claim: byAddress(createLimit('claim', { most: 40, seconds: 600 })),
    askSearch: asking('claim-search', { codeHour: 200, codeDay: 300, addressDay: 500, day: 5000 }),
    askDetails: asking('claim-details', { codeHour: 30, codeDay: 60, addressDay: 100, day: 1000 }),
    askClaimed: asking('claim-place', { codeHour: 10, codeDay: 30, addressDay: 100, day: 1000 }),
  }
}

type Most = { codeHour: number; codeDay: number; addressDay: number; day: number }

/** Google charges for answers, and for none that there is no such place; a question that never came there is free. */
const isFree = (cause: unknown): boolean =>
  cause instanceof VendorFailure && cause.code !== 'unexpected-answer'

/** Through no fault of who asked. Who asks for a place that Google does not know stays counted, as one who guesses. */
const isAway = (cause: unknown): boolean =>
  cause instanceof VendorFailure && ['unreachable', 'rate-limited', 'configuration'].includes(cause.code)

const ALL = 'all'

/** The day's budget is spent, through no fault of this caller. */
const withinToday = async (limit: Limit): Promise<void> => {
  try {
    await limit(ALL)
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
