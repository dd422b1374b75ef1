import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failureWords, isProgress, toRequestState, type SmsOutcome } from './sms-status-rules.ts'

test.each([
  ['accepted', 'sent'],
  ['scheduled', 'sent'],
  ['queued', 'sent'],
  ['sending', 'sent'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
  ['partially_delivered', undefined],
  ['received', undefined],
  ['receiving', undefined],
  ['DELIVERED', undefined],
  ['', undefined],
  ['toString', undefined],
])('the gateway’s %j makes a request %s', (status, state) => {
  expect(toRequestState(status)).toBe(state)
})

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

  test('with repeats lead to the same end, as long as the gateway tells one fate', () => {
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

describe('a failure in the owner’s words', () => {
  test.each([
    ['30003', 'Their phone could not be reached. It may have been off or out of range for long.', undefined],
    ['30005', 'The number is not in use.', 'Check their mobile number in Xero.'],
    ['30006', 'That number is a landline or cannot get texts.', 'Add their mobile number in Xero.'],
    ['21610', 'They asked not to get texts.', undefined],
    ['20003', 'We had a fault on our side. We have been told and are on it.', undefined],
    ['99999', 'The text could not be delivered.', undefined],
    ['constructor', 'The text could not be delivered.', undefined],
    [undefined, 'The text could not be delivered.', undefined],
  ])('%s: %s', (code, what, todo) => {
    expect(failureWords(code)).toEqual(todo ? { what, todo } : { what })
  })
})
