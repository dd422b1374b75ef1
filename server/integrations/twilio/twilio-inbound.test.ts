import { afterAll, expect, test } from 'vitest'
import { useStub } from '../../../test/support/stub-server.ts'
import { ACCOUNT_SID as ACCOUNT, message, messagePage } from '../../../test/support/twilio-answers.ts'
import type { InboundPage } from './twilio-inbound.ts'
import { createTwilio } from './twilio.ts'

const stub = useStub()
const open = (messagingServiceSid?: string) =>
  createTwilio({
    messagingServiceSid,
    accountSid: ACCOUNT,
    authToken: 'token',
    from: '+61480000000',
    apiUrl: `${stub.url}/twilio`,
    publicUrl: 'https://goodword.example',
  })
const opened: ReturnType<typeof open>[] = []
afterAll(() => Promise.all(opened.map((twilio) => twilio.close())))

const SINCE = new Date('2026-11-20T00:00:00Z')
const at = (second: number) => new Date(SINCE.getTime() + second * 1000).toUTCString()
const inbound = (number: number, sent = at(number)) =>
  message(`SM${number}`, {
    direction: 'inbound',
    from: '+61491570006',
    to: '+61480000000',
    body: `text ${number}`,
    date_sent: sent,
  })
const read = async () => {
  const twilio = open()
  opened.push(twilio)
  const pages: InboundPage[] = []
  for await (const page of twilio.inbound(SINCE)) pages.push(page)
  return {
    sids: pages.flatMap(({ texts }) => texts.map(({ messageSid }) => messageSid)),
    unreadable: pages.reduce((sum, page) => sum + page.unreadable, 0),
    dates: pages.flatMap(({ texts }) => texts.map(({ sentAt }) => sentAt)),
  }
}
const numbered = (numbers: number[]) => numbers.map((number) => `SM${number}`)
const pageAsked = (query: URLSearchParams) => Number(query.get('Page') ?? 0)

test('more pages than a hundred are all read, each text once', async () => {
  stub.answer = ({ query }) => {
    const page = pageAsked(query)
    return { json: messagePage([inbound(1000 - page)], page < 119 ? page + 1 : undefined) }
  }
  const { sids } = await read()
  expect(sids).toEqual(numbered(Array.from({ length: 120 }, (_, page) => 1000 - page)))
})

test('a text that moves to a page that was read already is not missed', async () => {
  let list = [6, 5, 4, 3, 2, 1]
  stub.answer = ({ query }) => {
    const page = pageAsked(query)
    const json = messagePage(
      list.slice(page * 2, page * 2 + 2).map((number) => inbound(number)),
      page * 2 + 2 < list.length ? page + 1 : undefined,
    )
    // One is deleted while the pages are turned: all that follow move up.
    list = list.filter((number) => number !== 6)
    return { json }
  }
  expect((await read()).sids.toSorted()).toEqual(numbered([1, 2, 3, 4, 5, 6]))
})

test('texts that come in while the pages are turned do not have them read for ever', async () => {
  let list = [4, 3, 2, 1]
  stub.answer = ({ query }) => {
    const page = pageAsked(query)
    const json = messagePage(
      list.slice(page * 2, page * 2 + 2).map((number) => inbound(number)),
      page * 2 + 2 < list.length ? page + 1 : undefined,
    )
    list = [list[0]! + 1, ...list]
    return { json }
  }
  expect((await read()).sids).toEqual(expect.arrayContaining(numbered([1, 2, 3, 4])))
})

test('pages that lead back are a failure, and not all', async () => {
  stub.answer = ({ query }) => ({ json: messagePage([inbound(1)], 1 - pageAsked(query)) })
  await expect(read()).rejects.toMatchObject({ name: 'VendorFailure', code: 'pages-in-a-circle' })
})

test('one text that cannot be read, or has no date, hides no other', async () => {
  const nameless = { ...inbound(2), sid: null }
  const dateless = { ...inbound(3, 'soon'), date_created: null }
  stub.answer = () => ({ json: messagePage([inbound(4), dateless, nameless as never, inbound(1)]) })
  const { sids, unreadable, dates } = await read()
  expect(sids).toEqual(numbered([1, 3, 4]))
  expect(unreadable).toBe(1)
  expect(dates[1]).toEqual(SINCE)
})

test('a listed text to a number in the pool of our messaging service came to the service', async () => {
  const pooled = { ...inbound(2), messaging_service_sid: 'MG1' }
  stub.answer = () => ({ json: messagePage([pooled, inbound(1)]) })
  const twilio = open('MG1')
  opened.push(twilio)
  for await (const { texts } of twilio.inbound(SINCE))
    expect(texts.map(({ to }) => to)).toEqual(['+61480000000', 'MG1'])
})

test('one number’s texts are asked for, or all of the account', async () => {
  stub.answer = () => ({ json: messagePage([]) })
  const twilio = open()
  opened.push(twilio)
  for (const to of ['+61480000001', undefined]) for await (const page of twilio.inbound(SINCE, to)) void page
  expect(stub.calls.map(({ query }) => query.get('To'))).toEqual(['+61480000001', null])
})
