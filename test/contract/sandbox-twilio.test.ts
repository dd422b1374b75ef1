import { describe, expect, test } from 'vitest'
import { SANDBOX_VENDORS, useSandbox } from '../support/sandbox.ts'
import { checkAnswer } from './openapi-contract.ts'
import { loadSpec } from './openapi-spec.ts'
import { specPath, withSpecs } from './spec-folder.ts'

const { accountSid, authToken, from } = SANDBOX_VENDORS.twilio
const twilio = () => loadSpec(specPath('twilio'))
const SERVICE = `MG${'0'.repeat(31)}a`
const messages = `/2010-04-01/Accounts/${accountSid}/Messages.json`

describe("What the sandbox's Twilio answers, by Twilio's own description", withSpecs, () => {
  const phones = useSandbox({ twilio: { ...SANDBOX_VENDORS.twilio, messagingServiceSid: SERVICE } })

  test.each([
    ['from a number', { From: from! }],
    ['from a service', { MessagingServiceSid: SERVICE }],
  ])('taking a text %s', async (_what, sender) => {
    const { status, body } = await ask('POST', messages, { To: '+61491570006', Body: 'Hello', ...sender })
    expect(status).toBe(201)
    expect(checkAnswer(twilio(), { method: 'POST', path: messages, status, body })).toEqual([])
  })

  test('a text in each of its states, and lists of them', async () => {
    for (const to of ['+61491570006', '+61491579212', '+61491579455', '+61491579760'])
      await ask('POST', messages, { To: to, Body: 'Hello', From: from! })
    const faults = []
    for (const { sid } of phones.sandbox.twilio.texts()) {
      const path = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`
      faults.push(...checkAnswer(twilio(), { method: 'GET', path, ...(await ask('GET', path)) }))
    }
    await expect
      .poll(() => phones.sandbox.twilio.sent().map(({ status }) => status))
      .toEqual(expect.arrayContaining(['delivered', 'undelivered', 'failed', 'sent']))
    for (const query of ['', '?To=%2B61491570006', '?PageSize=2&Page=1', '?To=%2B61400000000']) {
      const { status, body } = await ask('GET', `${messages}${query}`)
      faults.push(...checkAnswer(twilio(), { method: 'GET', path: messages, status, body }))
    }
    phones.sandbox.twilio.redactBodies(true)
    const hidden = await ask('GET', messages)
    phones.sandbox.twilio.redactBodies(false)
    faults.push(...checkAnswer(twilio(), { method: 'GET', path: messages, ...hidden }))
    expect(faults).toEqual([])
  })

  test('texts that came in, and our number with where they go', async () => {
    await phones.sandbox.twilio.reply('+61491570006', 'STOP')
    const since = `${messages}?To=${encodeURIComponent(from!)}&${new URLSearchParams({ 'DateSent>': '2020-01-01' })}`
    const listed = await ask('GET', since)
    expect(listed.body).toMatchObject({ messages: [{ direction: 'inbound', body: 'STOP' }] })
    const numbers = messages.replace('Messages', 'IncomingPhoneNumbers')
    const ours = await ask('GET', `${numbers}?PhoneNumber=${encodeURIComponent(from!)}`)
    expect(ours.body).toMatchObject({ incoming_phone_numbers: [{ phone_number: from }] })
    const faults = [
      ...checkAnswer(twilio(), { method: 'GET', path: messages, ...listed }),
      ...checkAnswer(twilio(), { method: 'GET', path: numbers, ...ours }),
    ]
    expect(faults).toEqual([])
  })

  test('a page leads to the next, and the last leads nowhere', async () => {
    const seen: string[] = []
    const since = new URLSearchParams({ 'DateSent>': '2020-01-01', PageSize: '1' })
    const first = (await ask('GET', `${messages}?${since}`)).body as Page
    expect(new URL(first.next_page_uri!, 'http://twilio').searchParams.get('DateSent>')).toBe('2020-01-01')
    let path: string | null = `${messages}?PageSize=3`
    while (path) {
      const { body } = (await ask('GET', path)) as { body: Page }
      seen.push(...body.messages.map(({ sid }) => sid))
      path = body.next_page_uri
    }
    expect(seen).toEqual(
      phones.sandbox.twilio
        .texts()
        .map(({ sid }) => sid)
        .toReversed(),
    )
  })

  const ask = async (method: string, path: string, form?: Record<string, string>) => {
    const answer = await fetch(`${phones.sandbox.url}/twilio${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
})

type Page = { messages: { sid: string }[]; next_page_uri: string | null }
