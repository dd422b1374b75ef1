import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reviewRequestState } from '../../../contracts/review-requests.ts'
import { toRequestState, type SmsOutcome } from '../../texts/sms-status-rules.ts'
import { ATTEMPT_MOVES, isProgress, REQUEST_MOVES } from './text-life.ts'

const outcomes: SmsOutcome[] = ['sent', 'delivered', 'failed']

test.each([
  ['scheduled', ['sent', 'delivered', 'failed']],
  ['waiting_for_funds', ['sent', 'delivered', 'failed']],
  ['sending', ['sent', 'delivered', 'failed']],
  ['unknown', ['sent', 'delivered', 'failed']],
  ['sent', ['delivered', 'failed']],
  ['delivered', []],
  ['failed', []],
  ['cancelled', []],
  ['expired', []],
  ['no such state', []],
])('a request that is %s may become %j', (current, next) => {
  expect(outcomes.filter((outcome) => isProgress(current, outcome))).toEqual(next)
})

describe('callbacks in any order', () => {
  const early = ['accepted', 'scheduled', 'queued', 'sending', 'sent', 'nonsense']
  const arrived = ['delivered', 'read']
  const lost = ['undelivered', 'failed', 'canceled']

  const follow = (statuses: string[]): string =>
    statuses.reduce((state, status) => {
      const next = toRequestState(status)
      return next && isProgress(state, next) ? next : state
    }, 'sending')

  const shuffled = (statuses: string[]): fc.Arbitrary<[string[], string[]]> =>
    fc.array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 12 }).chain((story) => {
      const again = fc.shuffledSubarray([...story, ...story], { minLength: story.length * 2 })
      return fc.tuple(fc.constant(story), again)
    })

  test('with repeats lead to the same end, as long as the gateway reports one outcome', () => {
    const stories = fc.oneof(shuffled([...early, ...arrived]), shuffled([...early, ...lost]))
    fc.assert(
      fc.property(stories, ([story, retold]) => {
        expect(follow(retold)).toBe(follow(story))
      }),
    )
  })

  test('never take a final fate back, whatever follows', () => {
    const any = fc.array(fc.constantFrom(...early, ...arrived, ...lost), { maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom(...arrived, ...lost), any, (fate, later) => {
        expect(follow([fate, ...later])).toBe(toRequestState(fate))
      }),
    )
  })
})

describe('the table of moves', () => {
  test('reaches every state that a request can have, and begins where it waits, or where it is sent at once', () => {
    const reached = new Set(Object.values(REQUEST_MOVES).map(({ to }) => to))
    expect([...reached].sort()).toEqual([...reviewRequestState.options].sort())
    const begins = Object.values(REQUEST_MOVES).filter(({ from }) => from.length === 0)
    expect(new Set(begins.map(({ to }) => to))).toEqual(new Set(['scheduled', 'sending']))
  })

  test('lets no attempt out of an end', () => {
    const left = new Set(Object.values(ATTEMPT_MOVES).flatMap(({ from }): string[] => [...from]))
    expect(['accepted', 'rejected', 'absent'].filter((state) => left.has(state))).toEqual([])
  })

  test('takes a text out of its end only where the gateway has it after all, its invoice is paid again, or its owner says so', () => {
    const ends = ['delivered', 'failed', 'cancelled', 'expired']
    const outOf = Object.entries(REQUEST_MOVES).filter(([, { from }]) =>
      from.some((state) => ends.includes(state)),
    )
    expect(outOf.map(([name]) => name)).toEqual([
      'restore',
      'restoreHeld',
      'undoCancel',
      'undoCancelHeld',
      'acceptOther',
      'adopt',
      'recover',
    ])
  })
})
