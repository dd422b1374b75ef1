import { expect, test } from 'vitest'
import { CONFIGURATION_CODES, REFUSED_LATER_CODES } from '../../../integrations/twilio/twilio-codes-rules.ts'
import { failureWords } from '../../../texts/failure-rules.ts'
import { skipReasonWords, type SkipReason } from '../../deciding/review-request-rules.ts'
import { helpOf } from './help-rules.ts'
import { requestWords, type State } from '../words/request-words-rules.ts'

const WENT_OUT: State[] = ['sent', 'delivered']
const NEVER_WENT: State[] = [
  'scheduled',
  'waiting_for_funds',
  'held',
  'sending',
  'unknown',
  'failed',
  'cancelled',
  'expired',
]
const CODES = [
  ...'21211 21610 21614 21635 30003 30004 30005 30006 30007 30008 30036 99999'.split(' '),
  ...CONFIGURATION_CODES,
  ...REFUSED_LATER_CODES,
]

test('whatever kept a text from a customer says what to do, or why nothing needs doing', () => {
  for (const reason of Object.keys(skipReasonWords) as SkipReason[])
    expect([reason, skipReasonWords[reason].todo ?? helpOf(null, reason)]).toEqual([
      reason,
      expect.any(String),
    ])
  for (const code of CODES)
    expect([code, failureWords(code).todo ?? helpOf('failed', code)]).toEqual([code, expect.any(String)])
  for (const state of NEVER_WENT)
    for (const reason of [
      null,
      'no_funds',
      'too_late',
      'no_longer_paid',
      'customer_erased',
      'cancelled_by_owner',
      'held_too_long',
      'unheard-of',
    ])
      expect([state, reason, requestWords(state, reason)?.todo ?? helpOf(state, reason)]).toEqual([
        state,
        reason,
        expect.any(String),
      ])
})

test('START is named where it undoes the opt-out, which it does not of one by the link', () => {
  const helpFor = (source: string | null) => helpOf('cancelled', 'opted_out', false, source)
  for (const source of ['stop', 'gateway'])
    expect(helpFor(source)).toMatch(/they reply START to an earlier one\.$/)
  expect(helpFor('link')).toMatch(/by the link, and could undo it for half an hour\.$/)
  for (const source of ['elsewhere', 'owner', null])
    expect(helpFor(source)).toMatch(/After a STOP they can reply START; an opt-out by the link stays\.$/)
  expect(helpOf('failed', '21610', false, 'link')).toMatch(/they reply START to an earlier one\.$/)
})

test('who is asked first reads how to say no', () => {
  expect(helpOf('scheduled', null, true)).toBe('Say no with Don’t send, or Hold it, before then.')
  expect(helpOf('scheduled', null)).toMatch(/^Nothing needs doing/)
})

test.each(['20003', '21703', 'http-403'])('a fault of ours (%s) is nothing for the owner to do', (code) => {
  expect(failureWords(code).what).toBe('We had a fault on our side. We have been told and are on it.')
  expect(helpOf('failed', code)).toBe('Nothing needs doing on your side. Write to us if it happens again.')
})

test('a text that went out needs no help', () => {
  for (const state of WENT_OUT) expect(helpOf(state, null)).toBeNull()
})

test('each is a sentence or two that ends', () => {
  for (const reason of [...Object.keys(skipReasonWords), ...CODES])
    expect(helpOf('failed', reason)).toMatch(/^[A-Z].{10,150}\.$/)
})
