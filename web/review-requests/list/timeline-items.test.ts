import { expect, test, vi } from 'vitest'
import { groupByDay, isReadWhole, mergeNewest, replaceIn } from './timeline-items.ts'

vi.mock('../../lib/site.ts', () => ({ site: { isSandbox: false, currency: 'AUD' } }))

const text = (id: string, at = '2026-11-20T01:00:00Z', state = 'sent') => ({ _id: id, at, state })

test('a text that was just sent comes on top, and nothing is read again', () => {
  const pages = [[text('c'), text('b')], [text('a')]]
  const laid = mergeNewest(pages, [text('d'), text('c')], 'newest')
  expect(laid?.map((page) => page.map(({ _id }) => _id))).toEqual([['d', 'c', 'b'], ['a']])
})

test('a text that has been delivered meanwhile is shown so, on whichever page it stands', () => {
  const delivered = text('a', undefined, 'delivered')
  expect(mergeNewest([[text('b')], [text('a')]], [text('b'), delivered], 'newest')).toEqual([
    [text('b')],
    [delivered],
  ])
})

test('when more is new than one page holds, the list is read afresh, or some would be missing', () => {
  expect(mergeNewest([[text('a')]], [text('z'), text('y')], 'newest')).toBeNull()
})

const EIGHT = '2026-11-20T08:00:00Z'
const NINE = '2026-11-20T09:00:00Z'
const TEN = '2026-11-20T10:00:00Z'
const NEXT_DAY = '2026-11-21T08:00:00Z'

test('a text that goes out at another moment than planned moves to it, and no day has two headings', () => {
  const pages = [[text('c', NEXT_DAY), text('b', TEN)], [text('a', EIGHT)]]
  const merged = mergeNewest(pages, [text('a', NEXT_DAY), text('c', NEXT_DAY), text('b', TEN)], 'newest')!
  expect(merged.map((page) => page.map(({ _id }) => _id))).toEqual([['a', 'c'], ['b']])
  const days = groupByDay(merged.flat(), 'UTC', false).filter(({ kind }) => kind === 'day')
  expect(days).toMatchObject([
    { day: '2026-11-21', counts: '2 sent' },
    { day: '2026-11-20', counts: '1 sent' },
  ])
})

test.each([
  ['newest', [text('c', NEXT_DAY), text('b', NEXT_DAY), text('a', EIGHT)], ['b'], ['c', 'a']],
  ['oldest', [text('a', EIGHT), text('b', NEXT_DAY), text('c', NEXT_DAY)], ['a'], ['c', 'b']],
] as const)(
  'a text that is sent before its day stands under today, the %s first',
  (order, known, ...found) => {
    const sent = replaceIn([known.slice(0, 1), known.slice(1)], text('c', TEN), order)
    expect(sent.map((page) => page.map(({ _id }) => _id))).toEqual(found)
    expect(groupByDay(sent.flat(), 'UTC', false).filter(({ kind }) => kind === 'day')).toHaveLength(2)
  },
)

test('a new text stands at its own moment, below those that are due later', () => {
  const pages = [[text('c', NEXT_DAY), text('a', EIGHT)]]
  const ids = (merged: { _id: string }[][] | null) => merged?.map((page) => page.map(({ _id }) => _id))
  expect(ids(mergeNewest(pages, [text('c', NEXT_DAY), text('b', TEN), text('a', EIGHT)], 'newest'))).toEqual([
    ['c', 'b', 'a'],
  ])
  const oldest = [[text('a', EIGHT), text('c', NEXT_DAY)]]
  expect(ids(mergeNewest(oldest, [text('a', EIGHT), text('b', TEN)], 'oldest'))).toEqual([['a', 'b', 'c']])
})

test.each([
  ['newest', 1, false],
  ['newest', 2, true],
  ['newest', 4, true],
  ['newest', 5, false],
  ['oldest', 1, true],
  ['oldest', 4, true],
  ['oldest', 5, false],
] as const)(
  'a list with the %s first and %i pages is read whole when a text changed: %s',
  (order, pages, is) => {
    expect(isReadWhole(pages, order)).toBe(is)
  },
)

test('what stands where the newest page does not have it any more is read afresh', () => {
  const pages = [[text('c', TEN), text('b', NINE), text('a', EIGHT)]]
  expect(mergeNewest(pages, [text('b', NINE), text('a', EIGHT)], 'newest')).toBeNull()
  expect(mergeNewest([pages[0]!.toReversed()], [text('b', NINE), text('c', TEN)], 'oldest')).toBeNull()
})

test('the first text of all needs no reading afresh, and no news changes nothing', () => {
  expect(mergeNewest([[]], [text('a')], 'newest')).toEqual([[text('a')]])
  expect(mergeNewest([[text('a')]], [], 'newest')).toEqual([[text('a')]])
})

test('texts stand under the days of the business, wherever the reader is', () => {
  const requests = [text('b', '2026-11-20T11:30:00Z'), text('a', '2026-11-20T10:30:00Z')]
  const days = (timeZone: string) =>
    groupByDay(requests, timeZone, false).flatMap((item) => (item.kind === 'day' ? [item.day] : []))
  expect(days('Pacific/Auckland')).toEqual(['2026-11-21', '2026-11-20'])
  expect(days('Europe/London')).toEqual(['2026-11-20'])
})

test('the day on which the clocks change is one day', () => {
  const requests = [text('b', '2026-04-05T11:59:00Z'), text('a', '2026-04-04T11:00:00Z')]
  expect(groupByDay(requests, 'Pacific/Auckland', false).filter((item) => item.kind === 'day')).toMatchObject(
    [{ day: '2026-04-05', counts: '2 sent' }],
  )
})

test('a day that may continue on the next page shows no count', () => {
  const [day] = groupByDay([text('a')], 'UTC', true)
  expect(day).toMatchObject({ kind: 'day', isWhole: false })
})
