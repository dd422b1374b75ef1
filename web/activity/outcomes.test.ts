import { expect, test, vi } from 'vitest'
import { badgeOf, daysOf, periodsWith, readPeriod } from './outcomes.ts'

vi.mock('../lib/site.ts', () => ({ site: { currency: 'AUD' } }))

const row = (isCounted: boolean, state?: 'held' | 'sent') =>
  ({ outcome: state ? 'texted' : 'skipped', isCounted, request: state ? { state } : null }) as const

const TODAY = '2026-11-25'

test('a link may name its own days, which then stand among those to choose from', () => {
  const week = readPeriod('2026-11-16..2026-11-22')
  expect(daysOf(week, TODAY)).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(periodsWith(week).map(({ words }) => words)).toEqual([
    'Last 7 days',
    'This month',
    'All time',
    expect.stringMatching(/16\D+22/),
  ])
  expect(periodsWith('month')).toHaveLength(3)
})

test.each([null, 'year', '2026-11-16', '2026-11-31..2026-12-02', '2026-11-16..', '2026-11-16..2026-99-99'])(
  'an address that says %s shows the last seven days',
  (word) => {
    expect(daysOf(readPeriod(word), TODAY)).toEqual({ from: '2026-11-19', to: TODAY })
  },
)

test('a row wears the words of the figure that counts it', () => {
  expect(badgeOf(row(false)).words).toBe('Not counted')
  expect(badgeOf(row(true)).words).toBe('Not texted')
  expect(badgeOf(row(true, 'sent')).words).toBe('Texted')
  expect(badgeOf(row(true, 'held')).words).toBe('Held')
})
