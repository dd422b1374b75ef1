import { isIP } from 'node:net'
import type { Pool } from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '../errors.ts'

/** Counts one more for `key`. Throws Refusal 429, with when to try again, once there were too many. */
export type Limit = (key: string) => Promise<void>

/** A limit of which one may be given back, where what it was counted for did not happen. */
export type Budget = Limit & { giveBack: (key: string) => Promise<void> }

/** Limits counted in the table `rate_limits`, so that they hold across processes. `name` keeps them apart. */
export const createLimits =
  (pool: Pool) =>
  (name: string, { most, seconds }: { most: number; seconds: number }): Budget => {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points: most,
      duration: seconds,
      // A caller over the limit costs the database nothing until its window ends.
      inMemoryBlockOnConsumed: most + 1,
    })
    const count: Limit = async (key) => {
      try {
        await limiter.consume(key)
      } catch (refused) {
        if (refused instanceof Error) throw refused
        throw tooMany((refused as RateLimiterRes).msBeforeNext)
      }
    }
    return Object.assign(count, { giveBack: async (key: string) => void (await limiter.reward(key)) })
  }

export type CreateLimit = ReturnType<typeof createLimits>

/**
 * The address by which a person is counted: a whole IPv6 /64, because one machine has that many addresses. Whatever a
 * proxy forwards that is no address counts as one person; so does a closed connection, whose address Node forgets.
 */
export const networkOf = (address: string | undefined): string => {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const version = isIP(plain)
  if (version !== 6) return version === 4 ? plain : 'unknown'
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const tooMany = (msBeforeNext: number): Refusal => {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  const words = `Too many attempts. Please try again in ${waitInWords(retryAfterSeconds)}.`
  return new Refusal('too-many-requests', 429, words, { retryAfterSeconds })
}

/** '45 seconds', '10 minutes', '3 hours': never shorter than the wait is. */
export const waitInWords = (seconds: number): string => {
  const [length, unit] = WAITS.find(([, , most]) => seconds <= most)!
  const count = Math.ceil(seconds / length)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const WAITS: [seconds: number, unit: string, most: number][] = [
  [1, 'second', 90],
  [60, 'minute', 5400],
  [3600, 'hour', Infinity],
]
