import { expect, test } from 'vitest'
import { doorFigures } from './door-figures.ts'
import type { Call } from './steady-traffic.ts'

const call = (at: number, ms: number, answer: Call['answer'] = 200): Call => ({ at, ms, answer })
const window = { from: 1_000, end: 5_000 }

test('the door works again with the first call that is taken and that no refused one follows', () => {
  const calls = [
    call(5_100, 20),
    call(5_500, 30, 503),
    call(6_000, 40, 503),
    call(6_400, 50),
    call(6_900, 900),
  ]
  expect(doorFigures(calls, window).worksAgainMs).toBe(1_450)
})

test('a door that takes nothing any more never works again', () => {
  expect(doorFigures([call(5_100, 20), call(6_000, 20, 503)], window).worksAgainMs).toBe(
    Number.POSITIVE_INFINITY,
  )
})

test('calls that met no answer count with the time that they waited', () => {
  const calls = [call(500, 9_000), call(1_500, 5_000, 'late'), call(2_000, 10), call(5_500, 20)]
  expect(doorFigures(calls, window)).toEqual({
    calls: 2,
    p99Ms: 5_000,
    slowestMs: 5_000,
    refused: 1,
    late: 1,
    wrong: 1,
    worksAgainMs: 520,
  })
})
