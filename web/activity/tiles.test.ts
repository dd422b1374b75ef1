import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { ActivityTotals } from '../../contracts/activity.ts'
import { asideInWords, chosenReason, isPressed, outcomeTiles, paidInWords, reasonTiles } from './tiles.ts'

// What the server writes into the page, of which there is none here.
vi.mock('../lib/site.ts', () => ({ site: { currency: 'AUD', isSandbox: false } }))

const line = (reason: string, outcome: 'failed' | 'skipped', count: number) => ({
  reason,
  outcome,
  what: `Because of ${reason}.`,
  todo: null,
  act: null,
  count,
})

const WEEK: ActivityTotals = {
  from: '2026-11-14',
  to: '2026-11-20',
  timeZone: 'Australia/Perth',
  paid: 42,
  texted: 31,
  pending: 0,
  failed: 2,
  skipped: 9,
  reasons: [line('no_mobile', 'skipped', 9), line('30005,30006', 'failed', 2)],
  notCounted: [line('bill', 'skipped', 3), line('paid_before_go_live', 'skipped', 4)],
}
const NONE = { outcome: undefined, reason: undefined }

test('there is a tile for everything, for each of its parts, and for what is not counted where there is any', () => {
  expect(outcomeTiles(WEEK).map(({ words, count }) => [words, count])).toEqual([
    ['All', 49],
    ['Texted', 31],
    ['Pending', 0],
    ['Failed', 2],
    ['Not texted', 9],
    ['Not counted', 7],
  ])
  expect(outcomeTiles({ ...WEEK, notCounted: [] }).map(({ words }) => words)).not.toContain('Not counted')
})

test('the numbers of the tiles always add up', () => {
  const some = fc.nat({ max: 999 })
  fc.assert(
    fc.property(some, some, some, some, some, (texted, pending, failed, skipped, bills) => {
      const paid = texted + pending + failed + skipped
      const notCounted = bills ? [line('bill', 'skipped', bills)] : []
      const [all, ...parts] = outcomeTiles({ ...WEEK, paid, texted, pending, failed, skipped, notCounted })
      expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(all!.count)
    }),
  )
})

test.each([
  [NONE, ['All'], 2],
  [{ outcome: 'failed' as const, reason: undefined }, ['Failed'], 1],
  [{ outcome: 'texted' as const, reason: undefined }, ['Texted'], 0],
  [{ outcome: 'skipped' as const, reason: 'no_mobile' }, ['Not texted', 'Because of no_mobile.'], 1],
  [{ outcome: undefined, reason: 'bill,paid_before_go_live' }, ['Not counted'], 0],
  [{ outcome: 'skipped' as const, reason: 'unheard-of' }, ['Not texted'], 1],
])('for %o the tiles %o are pressed, and %i reasons are offered', (choice, pressed, reasons) => {
  const offered = reasonTiles(WEEK, choice)
  expect(offered).toHaveLength(reasons)
  const tiles = [...outcomeTiles(WEEK), ...offered]
  expect(tiles.filter((tile) => isPressed(tile, choice)).map(({ words }) => words)).toEqual(pressed)
})

test('the list asks for every code of a reason, though the address was written on days that had fewer', () => {
  expect(chosenReason(WEEK, { outcome: 'failed', reason: '30006' })?.reason).toBe('30005,30006')
  expect(chosenReason(WEEK, { outcome: 'failed', reason: 'no_mobile' })).toBeUndefined()
  expect(chosenReason(undefined, { outcome: 'failed', reason: '30006' })).toBeUndefined()
})

test.each([
  [42, '42 invoices paid'],
  [1, '1 invoice paid'],
  [0, 'No invoices were paid'],
])('%i paid invoices are said as %s', (paid, words) => {
  expect(paidInWords(paid)).toBe(words)
})

test.each([
  [['bill', 'paid_before_go_live'], 'invoices paid before your texts began, and bills that you pay'],
  [['paid_before_go_live'], 'invoices paid before your texts began'],
  [['bill'], 'bills that you pay'],
])('the screen says what %o are that it does not count', (reasons, words) => {
  const notCounted = reasons.map((reason) => line(reason, 'skipped', 2))
  const said = `Not counted: ${words}. Nobody is asked about them.`
  expect(asideInWords({ ...WEEK, notCounted })).toBe(said)
  const choice = { outcome: undefined, reason: reasons.join(',') }
  expect(chosenReason({ ...WEEK, notCounted }, choice)?.todo).toBe(said)
})

test('where all is counted, nothing is said of it', () => {
  expect(asideInWords({ ...WEEK, notCounted: [] })).toBeNull()
})
