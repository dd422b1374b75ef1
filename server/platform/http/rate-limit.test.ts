import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { createLimits, networkOf, waitInWords } from './rate-limit.ts'

const base = useDatabase()
let pools: Pool[] = []
beforeAll(() => {
  pools = [1, 2].map(() => new Pool({ connectionString: base.url, options: '-c role=goodword_system' }))
})
afterAll(() => Promise.all(pools.map((pool) => pool.end())))

test('two processes count together, and the answer says when to come back', async () => {
  const [one, two] = pools.map((pool) => createLimits(pool)('guess', { most: 3, seconds: 60 }))
  const who = randomUUID()
  await one!(who)
  await two!(who)
  await one!(who)
  for (const limit of [one!, two!, one!]) {
    const refused = await limit(who).catch((cause: unknown) => cause)
    expect(refused).toMatchObject({
      status: 429,
      code: 'too-many-requests',
      message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ seconds?\.$/),
    })
    const { retryAfterSeconds } = (refused as { details: { retryAfterSeconds: number } }).details
    expect(retryAfterSeconds).toBeGreaterThan(0)
    expect(retryAfterSeconds).toBeLessThanOrEqual(60)
  }
})

test.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [600, '10 minutes'],
  [3600, '60 minutes'],
  [5401, '2 hours'],
  [86_400, '24 hours'],
])('a wait of %d seconds is %s', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words)
})

test('one person and one limit do not use up another', async () => {
  const limit = createLimits(pools[0]!)
  const search = limit('search', { most: 1, seconds: 60 })
  const guess = limit('guess-once', { most: 1, seconds: 60 })
  await search('ann')
  await guess('ann')
  await search('bob')
  await expect(search('ann')).rejects.toMatchObject({ status: 429 })
})

test('a caller whose connection is gone has no address, and counts as the unknown one', () => {
  expect(networkOf(undefined)).toBe('unknown')
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
