import { describe, expect, test } from 'vitest'
import { createTwilio, type Twilio } from '../../server/integrations/twilio/twilio.ts'
import { useStub } from '../support/stub-server.ts'
import { ACCOUNT_SID, message, messagePage, messageSid } from '../support/twilio-answers.ts'
import { checkAnswer, checkRequest } from './openapi-contract.ts'
import { loadSpec } from './openapi-spec.ts'
import { specPath, withSpecs } from './spec-folder.ts'

const twilioSpec = () => loadSpec(specPath('twilio'))
const list = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`
const one = `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages/${messageSid(1)}.json`
const to = '+61491570006'

describe("Twilio's own description", withSpecs, () => {
  const stub = useStub()
  const open = (sender: { from?: string; messagingServiceSid?: string } = { from: '+61480000000' }): Twilio =>
    createTwilio({
      accountSid: ACCOUNT_SID,
      authToken: 'token',
      apiUrl: stub.url,
      publicUrl: 'https://goodword.example',
      ...sender,
    })

  test.each([{ from: '+61480000000' }, { messagingServiceSid: `MG${'0'.repeat(32)}` }])(
    'sending a text from %o, and its answer, are as described',
    async (sender) => {
      const body = message(messageSid(1))
      stub.answer = () => ({ status: 201, json: body })
      expect(
        await open(sender).send({ to, body: 'Hi Sam, thänks', from: null, attemptId: 'a1', validMs: 60_000 }),
      ).toMatchObject({
        kind: 'accepted',
      })
      const [call] = stub.calls
      expect(checkRequest(twilioSpec(), { ...call!, form: new URLSearchParams(call!.body) })).toEqual([])
      expect(checkAnswer(twilioSpec(), { method: 'POST', path: list, status: 201, body })).toEqual([])
    },
  )

  test('looking for a text, page after page, and its answers are as described', async () => {
    const pages = [
      messagePage([message(messageSid(2))], 1),
      messagePage([message(messageSid(1), { body: '/r/a1' })]),
    ]
    stub.answer = ({ query }) => ({ json: pages[Number(query.get('Page') ?? 0)] })
    const sought = { to, from: null, bodyContains: '/r/a1', createdSince: new Date(0) }
    expect(await open().find(sought)).toMatchObject({ ours: [{ messageSid: messageSid(1) }] })
    expect(stub.calls).toHaveLength(2)
    for (const call of stub.calls) expect(checkRequest(twilioSpec(), call)).toEqual([])
    for (const body of pages)
      expect(checkAnswer(twilioSpec(), { method: 'GET', path: list, status: 200, body })).toEqual([])
  })

  test('asking for texts that were sent is as described', async () => {
    const body = messagePage([message(messageSid(1)), message(messageSid(2), { body: '' })])
    stub.answer = () => ({ json: body })
    const twilio = open()
    for await (const texts of twilio.sent(new Date(0))) expect(texts).toHaveLength(2)
    expect(await twilio.newest()).toHaveLength(2)
    for (const call of stub.calls) expect(checkRequest(twilioSpec(), call)).toEqual([])
    expect(checkAnswer(twilioSpec(), { method: 'GET', path: list, status: 200, body })).toEqual([])
  })

  test('asking for texts that came in, and where they are posted, are as described', async () => {
    const sent = {
      direction: 'inbound',
      from: to,
      to: '+61480000000',
      date_sent: 'Thu, 24 Aug 2023 05:01:45 +0000',
    }
    const body = messagePage([message(messageSid(1), sent), message(messageSid(2))])
    stub.answer = ({ path }) => ({ json: path.includes('Messages') ? body : { incoming_phone_numbers: [] } })
    const pages: object[] = []
    for await (const page of open().inbound(new Date('2023-08-24T00:00:00Z'))) pages.push(page)
    expect(pages).toMatchObject([{ texts: [{ from: to }], unreadable: 0 }])
    expect(await open().inboundAddress('+61480000000')).toEqual({ kind: 'not-in-account' })
    for (const call of stub.calls) expect(checkRequest(twilioSpec(), call)).toEqual([])
  })

  test('fetching one text, and its answer, are as described', async () => {
    const body = message(messageSid(1), { status: 'undelivered', error_code: 30003 })
    stub.answer = () => ({ json: body })
    expect(await open().get(messageSid(1))).toMatchObject({ status: 'undelivered', errorCode: '30003' })
    expect(checkRequest(twilioSpec(), stub.calls[0]!)).toEqual([])
    expect(checkAnswer(twilioSpec(), { method: 'GET', path: one, status: 200, body })).toEqual([])
  })

  test('every status that Twilio describes for a text that goes out is one that we know', async () => {
    const described = twilioSpec().document.components!.schemas!['message_enum_status']!['enum'] as string[]
    const others = new Set(['receiving', 'received', 'partially_delivered'])
    for (const status of described.filter((each) => !others.has(each))) {
      stub.answer = () => ({ json: message(messageSid(1), { status }) })
      expect(await open().get(messageSid(1))).toMatchObject({ status })
    }
  })
})
