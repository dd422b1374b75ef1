import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startListener } from '../../test/support/listener.ts'
import { SANDBOX_VENDORS, startSandbox } from '../../test/support/sandbox.ts'
import { SPARE_NUMBERS } from './senders.ts'
import type { Sandbox } from '../sandbox.ts'

const { accountSid, authToken, from } = SANDBOX_VENDORS.twilio
const PRIYA = '+61491570006'

let product: Awaited<ReturnType<typeof startListener>>
let sandbox: Sandbox

beforeEach(async () => {
  product = await startListener()
  sandbox = await startSandbox({ publicUrl: product.url })
})
afterEach(async () => {
  await sandbox.close()
  await product.close()
})

test('a text is taken as queued, and its sending and delivery are reported with a signature', async () => {
  const callback = `${product.url}/webhooks/twilio/status?a=7`
  const { status, body } = await send({ To: PRIYA, Body: 'Kia ora Hēmi', StatusCallback: callback })
  expect(status).toBe(201)
  expect(body).toMatchObject({ status: 'queued', num_segments: '1', price: null, from, to: PRIYA })
  expect(body['date_created']).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/)

  await expect.poll(() => reports()).toEqual(['sent', 'delivered'])
  for (const { path, headers, body: form } of product.received) {
    const parameters = Object.fromEntries(new URLSearchParams(form))
    expect(path).toBe('/webhooks/twilio/status?a=7')
    expect(validateRequest(authToken, String(headers['x-twilio-signature']), callback, parameters)).toBe(true)
  }
  expect(await list(PRIYA)).toMatchObject([{ sid: body['sid'], status: 'delivered', price: '-0.05150' }])
})

test('the special numbers are refused, fail or stay silent', async () => {
  expect((await send({ To: '+61491578888', Body: 'x' })).body).toMatchObject({ code: 21614, status: 400 })
  expect((await send({ To: '+61491578957', Body: 'x' })).body).toMatchObject({ code: 21610 })
  await send({ To: '+61491579212', Body: 'x' })
  await expect.poll(() => list('+61491579212')).toMatchObject([{ status: 'undelivered', error_code: 30003 }])
})

test('a customer who replied STOP is blocked until START', async () => {
  await sandbox.twilio.reply(PRIYA, 'Stop')
  expect(product.received[0]!.path).toBe('/webhooks/twilio/inbound')
  expect((await send({ To: PRIYA, Body: 'x' })).body).toMatchObject({ code: 21610 })
  await sandbox.twilio.reply(PRIYA, 'START')
  expect((await send({ To: PRIYA, Body: 'x' })).status).toBe(201)
})

test('each sender of the account is replied to by itself, and blocked by itself', async () => {
  const [spare] = SPARE_NUMBERS
  expect((await send({ To: PRIYA, Body: 'x', From: spare! })).status).toBe(201)
  const { to } = await sandbox.twilio.reply(PRIYA, 'STOP')
  expect(to).toBe(spare)
  expect(new URLSearchParams(product.received[0]!.body).get('To')).toBe(spare)
  expect((await send({ To: PRIYA, Body: 'x', From: spare! })).body).toMatchObject({ code: 21610 })
  expect((await send({ To: PRIYA, Body: 'x' })).status).toBe(201)
  expect(sandbox.twilio.isBlocked(PRIYA)).toBe(true)
  await sandbox.twilio.reply(PRIYA, 'START', spare)
  expect(sandbox.twilio.isBlocked(PRIYA)).toBe(false)
})

test('to a short code Twilio neither answers STOP nor blocks by itself, unless it is in a messaging service', async () => {
  for (const [messagingServiceSid, answers] of [
    [undefined, 0],
    ['MG00000000000000000000000000000001', 1],
  ] as const) {
    const twilio = { ...SANDBOX_VENDORS.twilio, from: '12345', messagingServiceSid }
    const coded = await startSandbox({ publicUrl: product.url, twilio })
    try {
      await coded.twilio.reply(PRIYA, 'STOP')
      const texts = coded.twilio.conversation(PRIYA)
      expect(texts.filter(({ direction }) => direction === 'outbound-reply')).toHaveLength(answers)
      expect(coded.twilio.isBlocked(PRIYA)).toBe(answers > 0)
    } finally {
      await coded.close()
    }
  }
  expect(product.received.map(({ path }) => path)).toEqual(Array(2).fill('/webhooks/twilio/inbound'))
})

test('a text may come from a name, where there are names, and nobody replies to one', async () => {
  expect((await send({ To: PRIYA, Body: 'x', From: 'Coastal' })).status).toBe(201)
  expect((await send({ To: '+64211234567', Body: 'x', From: 'Coastal' })).body).toMatchObject({ code: 21612 })
  const answer = await fetch(`${sandbox.url}/control/sms/${encodeURIComponent(PRIYA)}/reply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: 'STOP' }),
  })
  expect(answer.status).toBe(409)
  expect(await answer.text()).toContain('Coastal is a name: nobody can reply to it')
  const shown = await fetch(`${sandbox.url}/control/console?phone=${encodeURIComponent(PRIYA)}`)
  expect(await shown.json()).toMatchObject({ phone: { texts: [{ from: 'Coastal' }] } })
})

test('a wrong password and a strange sender are refused in the vendor’s own words', async () => {
  expect(await send({ To: PRIYA, Body: 'x' }, 'wrong')).toMatchObject({ status: 401, body: { code: 20003 } })
  expect((await send({ To: PRIYA, Body: 'x', From: '+61480000009' })).body).toMatchObject({ code: 21606 })
  expect((await send({ To: '0491570006', Body: 'x' })).body).toMatchObject({ code: 21211 })
})

test.each(['0', '36001', '1.5', 'x'])('a validity period of %s is refused', async (ValidityPeriod) => {
  expect(await send({ To: PRIYA, Body: 'x', ValidityPeriod })).toMatchObject({
    status: 400,
    body: { code: 21624 },
  })
})

test('a text that waited in the queue for longer than it is valid fails, and goes no further', async () => {
  await sandbox.close()
  const begun = Date.now()
  // A minute later once a text was taken.
  const now = () => new Date(begun + (sandbox?.twilio.texts().length > 0 ? 60_001 : 0))
  sandbox = await startSandbox({ publicUrl: product.url, now })
  const StatusCallback = `${product.url}/webhooks/twilio/status`
  await send({ To: PRIYA, Body: 'x', StatusCallback, ValidityPeriod: '60' })
  await send({ To: PRIYA, Body: 'y', StatusCallback, ValidityPeriod: '36000' })
  await expect.poll(() => reports().toSorted()).toEqual(['delivered', 'failed', 'sent'])
  expect(await list(PRIYA)).toMatchObject([
    { status: 'delivered' },
    { status: 'failed', error_code: 30036, price: null },
  ])
})

test('a fault hides the answer of a text that was taken, or of one that was not', async () => {
  sandbox.faults.ask({ twilioTimeoutAfterAccept: { count: 1, ms: 1 } })
  await expect(send({ To: PRIYA, Body: 'one' })).rejects.toThrow('fetch failed')
  sandbox.faults.ask({ twilioTimeoutBeforeAccept: { count: 1, ms: 1 } })
  await expect(send({ To: PRIYA, Body: 'two' })).rejects.toThrow('fetch failed')
  sandbox.faults.ask({ twilio429: { count: 1 } })
  expect(await send({ To: PRIYA, Body: 'three' })).toMatchObject({ status: 429, body: { code: 20429 } })
  expect(sandbox.twilio.sent(PRIYA).map(({ body }) => body)).toEqual(['one'])
})

const reports = (): (string | null)[] =>
  product.received.map(({ body }) => new URLSearchParams(body).get('MessageStatus'))

const send = async (form: Record<string, string>, password = authToken) => {
  const answer = await fetch(messages(), {
    method: 'POST',
    headers: { authorization: basic(password) },
    body: new URLSearchParams({ From: from!, ...form }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const list = async (to: string): Promise<unknown[]> => {
  const answer = await fetch(`${messages()}?To=${encodeURIComponent(to)}`, {
    headers: { authorization: basic(authToken) },
  })
  return ((await answer.json()) as { messages: unknown[] }).messages
}

const messages = (): string => `${sandbox.url}/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`
const basic = (password: string): string => `Basic ${btoa(`${accountSid}:${password}`)}`
