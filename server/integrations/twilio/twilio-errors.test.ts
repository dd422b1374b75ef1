import { expect, test } from 'vitest'
import { NoAnswer } from '../../platform/http/http-client.ts'
import { CONFIGURATION_CODES } from './twilio-codes-rules.ts'
import { TwilioRefusal, failureOf, outcomeOf } from './twilio-errors.ts'
import type { SendOutcome } from './twilio-types.ts'

const rejected = (reason: string) => ({ kind: 'rejected', reason })

const ANSWERS: [number, number | undefined, Partial<SendOutcome> | ReturnType<typeof rejected>][] = [
  [400, 21211, rejected('invalid-number')],
  [400, 21610, rejected('opted-out')],
  [403, 21610, rejected('opted-out')],
  [400, 21614, rejected('not-a-mobile')],
  [400, 21635, rejected('not-a-mobile')],
  [401, 20003, rejected('configuration')],
  [403, 21408, rejected('configuration')],
  [400, 21408, rejected('configuration')],
  [400, 21606, rejected('configuration')],
  [400, 21612, rejected('configuration')],
  [400, 21212, rejected('configuration')],
  [400, 21701, rejected('configuration')],
  [400, 21608, rejected('configuration')],
  [403, 20005, rejected('configuration')],
  [404, 20404, rejected('configuration')],
  [401, undefined, rejected('configuration')],
  [400, 21617, rejected('other')],
  [400, 99999, rejected('other')],
  [400, undefined, rejected('other')],
  [429, 20429, { kind: 'retry-later', code: '20429' }],
  [429, undefined, { kind: 'retry-later', code: 'http-429' }],
  [429, 21610, { kind: 'retry-later', code: '21610' }],
  [400, 21611, { kind: 'retry-later', code: '21611' }],
  [500, undefined, { kind: 'outcome-unknown', code: 'http-500' }],
  [503, 20503, { kind: 'outcome-unknown', code: '20503' }],
  [500, 21610, { kind: 'outcome-unknown', code: '21610' }],
  [408, undefined, { kind: 'outcome-unknown' }],
  [302, undefined, { kind: 'outcome-unknown' }],
]

test.each(ANSWERS)('a %i with code %s', (status, code, outcome) => {
  expect(outcomeOf(new TwilioRefusal(status, code, undefined))).toMatchObject(outcome)
})

test('a text that our account is refused for is known by its code, whatever the answer was', () => {
  const outcomes = ANSWERS.map(([status, code]) => outcomeOf(new TwilioRefusal(status, code, undefined)))
  for (const outcome of outcomes) {
    const isOurs = outcome.kind === 'rejected' && outcome.reason === 'configuration'
    expect([outcome, 'code' in outcome && CONFIGURATION_CODES.has(outcome.code)]).toEqual([outcome, isOurs])
  }
})

test.each<[string, unknown, Partial<SendOutcome>]>([
  [
    'a refused connection',
    new NoAnswer('ECONNREFUSED', false),
    { kind: 'retry-later', code: 'ECONNREFUSED' },
  ],
  ['an unknown host', new NoAnswer('ENOTFOUND', false), { kind: 'retry-later', code: 'ENOTFOUND' }],
  ['a timeout', new NoAnswer('timeout', true), { kind: 'outcome-unknown', code: 'timeout' }],
  ['a reset', new NoAnswer('ECONNRESET', true), { kind: 'outcome-unknown', code: 'ECONNRESET' }],
  ['an unreadable answer', new SyntaxError('JSON'), { kind: 'outcome-unknown', code: 'unreadable' }],
])('%s', (_what, thrown, outcome) => {
  expect(outcomeOf(thrown)).toMatchObject(outcome)
})

test('how long to wait is what the gateway says', () => {
  expect(outcomeOf(new TwilioRefusal(429, 20429, 3))).toEqual({
    kind: 'retry-later',
    code: '20429',
    afterSeconds: 3,
  })
})

test.each<[string, unknown, object]>([
  ['wrong credentials', new TwilioRefusal(401, 20003, undefined), { kind: 'rejected', code: '20003' }],
  ['a limit', new TwilioRefusal(429, 20429, 5), { kind: 'retry-later', retryAfterSeconds: 5 }],
  ['an outage', new TwilioRefusal(503, undefined, undefined), { kind: 'retry-later', code: 'http-503' }],
  [
    'a way elsewhere',
    new TwilioRefusal(302, undefined, undefined),
    { kind: 'retry-later', code: 'http-302' },
  ],
  ['a timeout', new NoAnswer('timeout', true), { kind: 'retry-later', code: 'timeout' }],
  ['an unreadable answer', new SyntaxError('JSON'), { kind: 'retry-later', code: 'unreadable' }],
])('a reading call that meets %s', (_what, thrown, failure) => {
  expect(failureOf(thrown)).toMatchObject({ name: 'VendorFailure', vendor: 'twilio', ...failure })
})
