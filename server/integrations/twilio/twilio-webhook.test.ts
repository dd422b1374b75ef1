import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTwilio } from './twilio.ts'
import { UnreadableTwilioWebhook, parseInbound, parseStatus } from './twilio-webhook.ts'

const TOKEN = 'auth-token'
const twilioAt = (publicUrl: string) =>
  createTwilio({
    accountSid: 'AC1',
    authToken: TOKEN,
    from: '+61480000000',
    apiUrl: 'http://127.0.0.1:1',
    publicUrl,
  })
const twilio = twilioAt('https://goodword.example/')

/** As Twilio writes it down: the address, then each field's name and value, sorted. */
const sign = (url: string, form: Record<string, string>, token = TOKEN): string =>
  createHmac('sha1', token)
    .update(
      url +
        Object.keys(form)
          .sort()
          .map((key) => key + form[key])
          .join(''),
    )
    .digest('base64')

const form = { MessageSid: 'SM1', MessageStatus: 'delivered', From: '+61480000000', To: '+61491570006' }
const path = '/webhooks/twilio/status?a=attempt-1'
const url = `https://goodword.example${path}`

test('what Twilio signed for our public address is taken', () => {
  expect(twilio.verify({ path, form, signature: sign(url, form) })).toBe(true)
})

test.each([
  ['https://goodword.example', 'https://goodword.example'],
  ['https://goodword.example', 'https://goodword.example:443'],
  ['https://goodword.example:8443', 'https://goodword.example:8443'],
  ['https://goodword.example:8443', 'https://goodword.example'],
])('where we are %s, what is signed for %s is taken: Twilio names a port, or not', (publicUrl, signed) => {
  const signature = sign(signed + path, form)
  expect(twilioAt(publicUrl).verify({ path, form, signature })).toBe(true)
})

test.each<[string, Partial<Parameters<typeof twilio.verify>[0]>]>([
  ['another token', { signature: sign(url, form, 'other') }],
  ['another host', { signature: sign(url.replace('goodword', 'badword'), form) }],
  ['another attempt', { path: path.replace('attempt-1', 'attempt-2') }],
  ['a changed field', { form: { ...form, MessageStatus: 'failed' } }],
  ['an added field', { form: { ...form, ErrorCode: '30003' } }],
  ['no signature', { signature: undefined }],
  ['an empty signature', { signature: '' }],
])('%s is not', (_what, change) => {
  expect(twilio.verify({ path, form, signature: sign(url, form), ...change })).toBe(false)
})

test('only the token holder signs, whatever the fields', () => {
  const fields = fc.dictionary(fc.string({ minLength: 1 }), fc.string())
  fc.assert(
    fc.property(fields, fc.string(), fc.string(), (any, attempt, garbage) => {
      const path = `/webhooks/twilio/status?a=${encodeURIComponent(attempt)}`
      const signature = sign(`https://goodword.example${path}`, any)
      expect(twilio.verify({ path, form: any, signature })).toBe(true)
      expect(twilio.verify({ path, form: any, signature: garbage })).toBe(false)
      expect(twilio.verify({ path: garbage, form: any, signature })).toBe(false)
    }),
  )
})

test('a callback names its attempt, its status and its error', () => {
  expect(
    parseStatus({ ...form, MessageStatus: 'undelivered', ErrorCode: '30003' }, { a: 'attempt-1' }),
  ).toEqual({
    messageSid: 'SM1',
    status: 'undelivered',
    errorCode: '30003',
    attemptId: 'attempt-1',
  })
})

test('a callback under its old names, of no attempt and of a status unheard of, is read as far as it goes', () => {
  expect(parseStatus({ SmsSid: 'SM1', SmsStatus: 'teleported', ErrorCode: '' }, {})).toEqual({
    messageSid: 'SM1',
    status: 'accepted',
    errorCode: undefined,
    attemptId: undefined,
  })
})

test('a text that comes in may be empty, and may be an opt-out that Twilio saw', () => {
  const inbound = { MessageSid: 'SM2', From: '+61491570006', To: '+61480000000', NumMedia: '0' }
  expect(parseInbound(inbound)).toMatchObject({ messageSid: 'SM2', body: '', optOutType: undefined })
  expect(parseInbound({ ...inbound, Body: 'Stop', OptOutType: 'stop' })).toEqual({
    messageSid: 'SM2',
    from: '+61491570006',
    to: '+61480000000',
    body: 'Stop',
    optOutType: 'STOP',
  })
})

test('a text to a number in the pool of our messaging service came to the service', () => {
  const inbound = { MessageSid: 'SM2', From: '+61491570006', To: '+61480000001', MessagingServiceSid: 'MG1' }
  expect(parseInbound(inbound, 'MG1').to).toBe('MG1')
  expect(parseInbound(inbound, 'MG2').to).toBe('+61480000001')
  expect(parseInbound(inbound).to).toBe('+61480000001')
})

test('any form is either read or unreadable, never another error', () => {
  const keys = fc.constantFrom(
    'MessageSid',
    'SmsSid',
    'MessageStatus',
    'From',
    'To',
    'Body',
    'ErrorCode',
    'a',
  )
  const any = fc.dictionary(keys, fc.oneof(fc.string(), fc.array(fc.string())))
  fc.assert(
    fc.property(any, any, (fields, query) => {
      for (const parse of [() => parseStatus(fields, query), () => parseInbound(fields)])
        expect(['read', UnreadableTwilioWebhook]).toContain(outcomeOf(parse))
    }),
  )
})

const outcomeOf = (read: () => unknown): unknown => {
  try {
    read()
    return 'read'
  } catch (thrown) {
    return (thrown as Error).constructor
  }
}
