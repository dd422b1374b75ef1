import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useStub } from '../../../test/support/stub-server.ts'
import { ACCOUNT_SID as ACCOUNT, message, messagePage } from '../../../test/support/twilio-answers.ts'
import { createTwilio } from './twilio.ts'
import type { ListedSent } from './twilio-types.ts'

const stub = useStub()
const open = (
  sender: { from: string | undefined; messagingServiceSid?: string } = { from: '+61480000000' },
) =>
  createTwilio({
    accountSid: ACCOUNT,
    authToken: 'token',
    ...sender,
    apiUrl: `${stub.url}/twilio`,
    publicUrl: 'https://goodword.example',
  })
let twilio: ReturnType<typeof open>
beforeAll(() => {
  twilio = open()
})
afterAll(() => twilio.close())

const SINCE = new Date('2026-11-20T00:00:00Z')
const at = (second: number) => new Date(SINCE.getTime() + second * 1000).toUTCString()
const sent = (second: number, given: Record<string, unknown> = {}) =>
  message(`SM${second}`, { date_created: at(second), date_sent: at(second), ...given })
const pageAsked = (query: URLSearchParams) => Number(query.get('Page') ?? 0)
/** Each page, and the number of the next. */
const serve = (pages: object[][]) => {
  stub.answer = ({ query }) => {
    const page = pageAsked(query)
    return { json: messagePage(pages[page]!, page + 1 < pages.length ? page + 1 : undefined) }
  }
}
const list = async () => {
  const all: ListedSent[] = []
  for await (const texts of twilio.sent(SINCE)) all.push(...texts)
  return all
}
const read = async () => (await list()).map(({ messageSid }) => messageSid)

test('texts are read back to the moment and no further, those that still wait to go among them', async () => {
  serve([
    [sent(9, { date_sent: null, status: 'queued' }), sent(8)],
    [sent(7), sent(-1), sent(6)],
    [sent(-2), sent(-3)],
    [sent(-4)],
  ])
  expect(await read()).toEqual(['SM9', 'SM8', 'SM7', 'SM6'])
  expect(stub.calls.map(({ query }) => pageAsked(query))).toEqual([0, 1, 2, 0, 1, 2])
})

test('a text that moves to a page that was read already is found in another reading', async () => {
  let calls = 0
  stub.answer = ({ query }) => {
    calls += 1
    if (pageAsked(query) === 1) return { json: messagePage([sent(-1)]) }
    return { json: messagePage(calls > 2 ? [sent(9), sent(5)] : [sent(9)], 1) }
  }
  expect(await read()).toEqual(['SM9', 'SM5'])
})

test('what others sent, and what came in, is told apart', async () => {
  serve([
    [
      sent(4, { direction: 'inbound', from: '+61491570006' }),
      sent(3, { from: '+61480000001' }),
      sent(2, { body: '', from: '+61480000000' }),
      sent(1, { direction: 'outbound-reply' }),
    ],
  ])
  expect(await list()).toMatchObject([
    { messageSid: 'SM3', isOfSender: false },
    { messageSid: 'SM2', isOfSender: true, body: undefined, createdAt: new Date(at(2)) },
  ])
})

test('what others send by the account meanwhile is not waited for', async () => {
  let sendings = 10
  stub.answer = ({ query }) => {
    if (pageAsked(query) === 1) return { json: messagePage([sent(-1)]) }
    sendings += 1
    return { json: messagePage([sent(sendings, { from: '+61480000001' }), sent(5)], 1) }
  }
  expect(await read()).toEqual(['SM11', 'SM5', 'SM12'])
})

test('among what others send, the newest of a messaging service are looked for on a few pages', async () => {
  const service = 'MG0123456789abcdef0123456789abcdef'
  const others = sent(9, { from: '+61480000001' })
  serve([[others], [sent(8, { messaging_service_sid: service })], [sent(7)]])
  const shared = open({ from: undefined, messagingServiceSid: service })
  expect((await shared.newest()).map(({ messageSid }) => messageSid)).toEqual(['SM9', 'SM8'])
  await shared.close()
})

test('the newest are one call, whatever sender of ours they came from', async () => {
  serve([[sent(3, { from: '+61480000001' }), sent(2), sent(-5)], [sent(-6)]])
  expect((await twilio.newest()).map(({ messageSid }) => messageSid)).toEqual(['SM3', 'SM2', 'SM-5'])
  expect(stub.calls.map(({ query }) => query.get('From'))).toEqual([null])
})

test('where others send so much that the newest have none of a number, its own are asked for', async () => {
  const others = Array.from({ length: 100 }, (_, index) => sent(index + 10, { from: '+61480000009' }))
  stub.answer = ({ query }) => ({ json: messagePage(query.has('From') ? [sent(2)] : others, 1) })
  expect((await twilio.newest()).at(-1)).toMatchObject({ messageSid: 'SM2', isOfSender: true })
  expect(stub.calls.map(({ query }) => query.get('From'))).toEqual([null, '+61480000000'])
})

describe('what went since the last look', () => {
  const newer = async (from = twilio) => {
    const all: ListedSent[] = []
    for await (const texts of from.newer(SINCE)) all.push(...texts)
    return all.map(({ messageSid }) => messageSid)
  }
  const sizesAsked = () => stub.calls.map(({ query }) => query.get('PageSize'))

  test('is one call where little was sent', async () => {
    serve([[sent(2), sent(1), sent(0), sent(-1)], [sent(-2)]])
    expect(await newer()).toEqual(['SM2', 'SM1', 'SM0', 'SM-1'])
    expect(sizesAsked()).toEqual(['100'])
  })

  test('is read on by the thousand where more was, also behind one that waited long to go', async () => {
    const waited = sent(-9, { date_sent: at(3) })
    serve([[sent(9), sent(8)], [sent(7), waited], [sent(2), sent(-1)], [sent(-2)]])
    expect(await newer()).toEqual(['SM9', 'SM8', 'SM7', 'SM-9', 'SM2', 'SM-1'])
    expect(sizesAsked().slice(0, 2)).toEqual(['100', '1000'])
    expect(stub.calls).toHaveLength(4)
  })

  test('is read thirty pages far, behind which a number’s own are asked for where it had none', async () => {
    const others = Array.from({ length: 100 }, (_, index) => sent(index + 9, { from: '+61480000009' }))
    stub.answer = ({ query }) => ({
      json: messagePage(query.has('From') ? [sent(1)] : others, pageAsked(query) + 1),
    })
    expect((await newer()).at(-1)).toBe('SM1')
    // The first hundred, thirty pages, and the two of its own newest.
    expect(stub.calls).toHaveLength(33)
    stub.answer = ({ query }) => ({ json: messagePage([sent(pageAsked(query) + 2)], pageAsked(query) + 1) })
    expect(await newer()).toHaveLength(30)
  })

  test('ends where the list does', async () => {
    serve([[sent(2)], [sent(1)]])
    expect(await newer()).toEqual(['SM2', 'SM1'])
  })
})
