import { describe, expect, test } from 'vitest'
import { failureWords } from './failure-rules.ts'
import { toRequestState } from './sms-status-rules.ts'

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

describe('a failure in the owner’s words', () => {
  test.each([
    ['30003', 'Their phone could not be reached. It may have been off or out of range for long.', undefined],
    ['30005', 'The number is not in use.', 'Check their mobile number in Xero.'],
    ['30006', 'That number is a landline or cannot get texts.', 'Add their mobile number in Xero.'],
    ['21610', 'They asked not to get texts.', undefined],
    ['20003', 'We had a fault on our side. We have been told and are on it.', undefined],
    ['30001', 'We had a fault on our side. We have been told and are on it.', undefined],
    ['30002', 'We had a fault on our side. We have been told and are on it.', undefined],
    ['30034', 'We had a fault on our side. We have been told and are on it.', undefined],
    [
      '30036',
      'The phone network did not come to send it in time, and dropped it instead of sending it late.',
      undefined,
    ],
    ['99999', 'The text could not be delivered.', undefined],
    ['constructor', 'The text could not be delivered.', undefined],
    [undefined, 'The text could not be delivered.', undefined],
  ])('%s: %s', (code, what, todo) => {
    expect(failureWords(code)).toEqual(todo ? { what, todo } : { what })
  })
})
