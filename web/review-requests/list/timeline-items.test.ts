import { expect, test } from 'vitest'
import { mergeNewest, groupByDay } from './timeline-items.ts'

const text = (id: string, at = '2026-11-20T01:00:00Z', state = 'sent') => ({ _id: id, at, state })

test('a text that was just sent comes on top, and nothing is read again', () => {
  const pages = [[text('c'), text('b')], [text('a')]]
  const laid = mergeNewest(pages, [text('d'), text('c')])
  expect(laid?.map((page) => page.map(({ _id }) => _id))).toEqual([['d', 'c', 'b'], ['a']])
})

test('a text that has been delivered meanwhile is shown so, on whichever page it stands', () => {
  const delivered = text('a', undefined, 'delivered')
  expect(mergeNewest([[text('b')], [text('a')]], [text('b'), delivered])).toEqual([[text('b')], [delivered]])
})

test('when more is new than one page holds, the list is read afresh, or some would be missing', () => {
  expect(mergeNewest([[text('a')]], [text('z'), text('y')])).toBeNull()
})

test('the first text of all needs no reading afresh, and no news changes nothing', () => {
  expect(mergeNewest([[]], [text('a')])).toEqual([[text('a')]])
  expect(mergeNewest([[text('a')]], [])).toEqual([[text('a')]])
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
    [{ day: '2026-04-05', count: 2 }],
  )
})

test('a day that may continue on the next page shows no count', () => {
  const [day] = groupByDay([text('a')], 'UTC', true)
  expect(day).toMatchObject({ kind: 'day', isWhole: false })
})
