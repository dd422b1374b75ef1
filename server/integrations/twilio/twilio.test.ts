import { afterAll, expect, test } from 'vitest'
import { useStub, type StubAnswer } from '../../../test/support/stub-server.ts'
import {
  ACCOUNT_SID as ACCOUNT,
  message,
  messagePage,
  messageSid as sid,
} from '../../../test/support/twilio-answers.ts'
import { createTwilio, type Twilio, type TwilioConfig } from './twilio.ts'

const stub = useStub()
const opened: Twilio[] = []
const open = (config: Partial<TwilioConfig> = {}): Twilio => {
  const twilio = createTwilio({
    accountSid: ACCOUNT,
    authToken: 'token',
    from: '+61480000000',
    apiUrl: `${stub.url}/twilio`,
    publicUrl: 'https://goodword.example',
    ...config,
  })
  opened.push(twilio)
  return twilio
}
afterAll(() => Promise.all(opened.map((twilio) => twilio.close())))

const sms = {
  to: '+61491570006',
  body: 'Hi Sam & co, thanks! https://g.example/r/a1',
  from: null,
  attemptId: 'attempt-1',
}
const form = (body: string) => Object.fromEntries(new URLSearchParams(body))

test('a text goes out with the address to call back, which names its attempt', async () => {
  stub.answer = () => ({ status: 201, json: message(sid(1)) })
  expect(await open().send(sms)).toEqual({ kind: 'accepted', messageSid: sid(1), status: 'queued' })
  const [call] = stub.calls
  expect(call).toMatchObject({
    method: 'POST',
    path: `/twilio/2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
    headers: { authorization: `Basic ${Buffer.from(`${ACCOUNT}:token`).toString('base64')}` },
  })
  expect(form(call!.body)).toEqual({
    To: sms.to,
    From: '+61480000000',
    Body: sms.body,
    StatusCallback: 'https://goodword.example/webhooks/twilio/status?a=attempt-1#rc=5&rp=all',
  })
})

test.each([
  [7_999, '7'],
  [7_200_000, '7200'],
  [36_001_000, '36000'],
  [5_000, '6'],
  [-1, '6'],
])(
  'a text that is valid for %d ms waits no longer in the queue, as far as Twilio takes it',
  async (validMs, seconds) => {
    stub.answer = () => ({ status: 201, json: message(sid(1)) })
    await open().send({ ...sms, validMs })
    expect(form(stub.calls[0]!.body)).toMatchObject({ ValidityPeriod: seconds })
  },
)

test('with a messaging service, the service picks the number', async () => {
  stub.answer = () => ({ status: 201, json: message(sid(1), { status: 'accepted' }) })
  const twilio = open({ messagingServiceSid: 'MG1' })
  await twilio.send(sms)
  expect(form(stub.calls[0]!.body)).toMatchObject({ MessagingServiceSid: 'MG1' })
  expect(form(stub.calls[0]!.body)).not.toHaveProperty('From')
  expect([twilio.sender, open().sender]).toEqual(['MG1', '+61480000000'])
})

test('a text of an own sender goes by it, also where the others go by a service', async () => {
  stub.answer = () => ({ status: 201, json: message(sid(1)) })
  await open({ messagingServiceSid: 'MG1' }).send({ ...sms, from: 'Coastal' })
  expect(form(stub.calls[0]!.body)).toMatchObject({ From: 'Coastal' })
  expect(form(stub.calls[0]!.body)).not.toHaveProperty('MessagingServiceSid')
})

test('a status that the gateway adds some day still means accepted', async () => {
  stub.answer = () => ({ status: 201, json: message(sid(1), { status: 'partially_delivered' }) })
  expect(await open().send(sms)).toMatchObject({ kind: 'accepted', status: 'accepted' })
})

test.each<[string, StubAnswer, object]>([
  [
    'an opted-out number',
    { status: 400, json: { code: 21610, message: 'x', status: 400 } },
    { kind: 'rejected', reason: 'opted-out', code: '21610' },
  ],
  [
    'a problem document',
    { status: 400, json: { type: 't', title: 't', status: 400, code: 21211 } },
    { kind: 'rejected', reason: 'invalid-number' },
  ],
  [
    'a limit',
    { status: 429, headers: { 'retry-after': '2' }, json: { code: 20429 } },
    { kind: 'retry-later', code: '20429', afterSeconds: 2 },
  ],
  [
    'a limit that says to come back in ten days',
    { status: 429, headers: { 'retry-after': '864000' }, json: { code: 20429 } },
    { kind: 'retry-later', code: '20429', afterSeconds: 3600 },
  ],
  ['an outage', { status: 503, text: '<html>' }, { kind: 'outcome-unknown', code: 'http-503' }],
  ['garbage', { status: 201, text: '{"sid":' }, { kind: 'outcome-unknown', code: 'unreadable' }],
  ['an empty answer', { status: 201 }, { kind: 'outcome-unknown', code: 'unreadable' }],
  ['nothing in it', { status: 201, json: null }, { kind: 'outcome-unknown', code: 'unreadable' }],
  ['no sid', { status: 201, json: { status: 'queued' } }, { kind: 'outcome-unknown', code: 'unreadable' }],
  ['a reset', 'reset', { kind: 'outcome-unknown' }],
  ['silence', 'silence', { kind: 'outcome-unknown', code: 'timeout' }],
])('sending that meets %s has an outcome of its own and is called once', async (_what, answer, outcome) => {
  stub.answer = () => answer
  const twilio = open(answer === 'silence' ? { timeoutMs: 50 } : {})
  expect(await twilio.send(sms)).toMatchObject(outcome)
  expect(stub.calls).toHaveLength(1)
})

test('a gateway that is not there took nothing', async () => {
  expect(await open({ apiUrl: 'http://127.0.0.1:1' }).send(sms)).toEqual({
    kind: 'retry-later',
    code: 'ECONNREFUSED',
    afterSeconds: undefined,
  })
})

const sought = {
  to: sms.to,
  from: null,
  bodyContains: '/r/a1',
  createdSince: new Date('2023-08-24T05:00:00Z'),
}

test('a text whose body was redacted may be the one where number, sender and time are right', async () => {
  const others = [
    message(sid(2), { body: '', date_created: 'Thu, 24 Aug 2023 04:59:59 +0000' }),
    message(sid(3), { body: '', from: '+61480000001' }),
    message(sid(4), { body: '', direction: 'outbound-reply' }),
    message(sid(5)),
  ]
  const redacted = [message(sid(1), { body: '' }), message(sid(6), { body: '__REDACTED__' })]
  stub.answer = () => ({ json: messagePage([...others, ...redacted]) })
  const { ours, unreadable } = await open().find(sought)
  expect(ours).toEqual([])
  expect(unreadable.map(({ messageSid }) => messageSid)).toEqual([sid(1), sid(6)])
})

test('a text is found by its number and what only its body contains, on any page', async () => {
  stub.answer = ({ query }) =>
    query.get('Page') === '1'
      ? {
          json: messagePage([
            message(sid(2), { body: 'see /r/a1 now', status: 'undelivered', error_code: 30003 }),
          ]),
        }
      : { json: messagePage([message(sid(1))], 1) }
  expect(await open().find(sought)).toEqual({
    ours: [{ messageSid: sid(2), status: 'undelivered', errorCode: '30003' }],
    unreadable: [],
  })
  expect(stub.calls.map(({ path }) => path)).toEqual(
    Array(2).fill(`/twilio/2010-04-01/Accounts/${ACCOUNT}/Messages.json`),
  )
  expect(Object.fromEntries(stub.calls[0]!.query)).toEqual({ To: sms.to, PageSize: '100' })
})

test('a text that the gateway never took is not found, however many others there are', async () => {
  stub.answer = ({ query }) => ({
    json: messagePage([message(sid(1))], Number(query.get('Page') ?? 0) + 1),
  })
  expect(await open().find(sought)).toEqual({ ours: [], unreadable: [] })
  expect(stub.calls).toHaveLength(10)
})

test.each<[string, StubAnswer, object]>([
  ['an outage', { status: 500 }, { kind: 'retry-later', code: 'http-500' }],
  ['garbage', { text: 'no' }, { kind: 'retry-later', code: 'unreadable' }],
  ['another shape', { json: { messages: 'none' } }, { kind: 'retry-later', code: 'unreadable' }],
  ['wrong credentials', { status: 401, json: { code: 20003 } }, { kind: 'rejected', code: '20003' }],
])('looking into %s is never read as "not there"', async (_what, answer, failure) => {
  stub.answer = () => answer
  const asked = open().find(sought)
  await expect(asked).rejects.toMatchObject({ name: 'VendorFailure', ...failure })
})

test('one text is fetched by its sid', async () => {
  stub.answer = () => ({ json: message(sid(7), { status: 'delivered' }) })
  const twilio = open()
  expect(await twilio.get(sid(7))).toEqual({
    messageSid: sid(7),
    status: 'delivered',
    errorCode: undefined,
    body: 'Hi Sam, thanks!',
  })
  expect(stub.calls[0]!.path).toBe(`/twilio/2010-04-01/Accounts/${ACCOUNT}/Messages/${sid(7)}.json`)
  stub.answer = () => ({ status: 404, json: { code: 20404 } })
  expect(await twilio.get(sid(7))).toBeUndefined()
  stub.answer = () => ({ status: 503 })
  await expect(twilio.get(sid(7))).rejects.toMatchObject({ kind: 'retry-later' })
})

test.each<[string, StubAnswer, object | undefined]>([
  ['active', { json: { status: 'active' } }, undefined],
  ['suspended', { json: { status: 'suspended' } }, { kind: 'rejected', code: 'account-suspended' }],
  ['of another token', { status: 401, json: { code: 20003 } }, { kind: 'rejected', code: '20003' }],
  ['that cannot be asked', { status: 503 }, { kind: 'retry-later', code: 'http-503' }],
])('an account that is %s is reported as such', async (_what, answer, failure) => {
  stub.answer = () => answer
  const asked = open().reach()
  if (failure) await expect(asked).rejects.toMatchObject({ name: 'VendorFailure', ...failure })
  else await asked
  expect(stub.calls[0]!.path).toBe(`/twilio/2010-04-01/Accounts/${ACCOUNT}.json`)
})
