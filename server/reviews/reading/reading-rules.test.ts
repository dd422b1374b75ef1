import { describe, expect, test } from 'vitest'
import { isFullDue, isListingStale, nextLook, troubleOf } from './reading-rules.ts'

const now = new Date('2026-11-24T03:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const read = { fullReadAt: ago(1), fullWasWhole: true, missing: 0, present: 12, total: 12 }

test.each([
  ['after a connection', { fullReadAt: null }, true],
  ['an hour after the last', {}, false],
  ['weekly', { fullReadAt: ago(7 * 24) }, true],
  ['six hours after a review was not named', { fullReadAt: ago(6), missing: 1 }, true],
  ['not at once after it', { fullReadAt: ago(5), missing: 1 }, false],
  ['where Google counts another number', { fullReadAt: ago(6), total: 11 }, true],
  [
    'daily only, where its count and its list differ',
    { fullReadAt: ago(23), total: 11, fullWasWhole: false },
    false,
  ],
  [
    'daily, where its count and its list differ',
    { fullReadAt: ago(24), total: 11, fullWasWhole: false },
    true,
  ],
])('all reviews are listed %s', (_when, differs, expected) => {
  expect(isFullDue({ ...read, ...differs }, now)).toBe(expected)
})

test('a listing that was begun yesterday begins anew', () => {
  expect([isListingStale(ago(23), now), isListingStale(ago(24), now)]).toEqual([false, true])
})

test('looks come every 30 to 60 minutes, evenly spread over the locations', () => {
  const minutes = Array.from(
    { length: 3_100 },
    (_, id) => (nextLook(String(7_000_000 + id), now).getTime() - now.getTime()) / 60_000,
  )
  expect([Math.min(...minutes), Math.max(...minutes)]).toEqual([30, 60])
  for (let minute = 30; minute <= 60; minute += 1)
    expect(minutes.filter((one) => one === minute).length).toBeGreaterThan(50)
})

describe('a refusal', () => {
  const of = (code: string, refusedSince = now) =>
    troubleOf(code, { refusedSince, retryAfterSeconds: 30, locationId: '7', now })
  const inMinutes = ({ againAt }: { againAt: Date }) => (againAt.getTime() - now.getTime()) / 60_000

  test.each(['not-approved', 'not-enabled'])('%s is waited for, and asked about rarely', (code) => {
    expect(of(code).state).toBe('waiting_for_google')
    expect(inMinutes(of(code))).toBeGreaterThanOrEqual(720)
  })
  test.each(['forbidden', 'not-found'])('%s counts once it has lasted for two hours', (code) => {
    expect(of(code, ago(1.9)).state).toBeUndefined()
    expect(inMinutes(of(code, ago(1.9)))).toBe(15)
    expect(of(code, ago(2)).state).toBe('unreachable')
  })
  test('for being busy lasts as long as Google says', () => {
    expect(of('rate-limited')).toMatchObject({ state: undefined })
    expect(inMinutes(of('rate-limited'))).toBeLessThan(1.6)
  })
})
