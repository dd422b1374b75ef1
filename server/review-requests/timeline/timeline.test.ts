import { beforeEach, expect, test } from 'vitest'
import type { CalendarResponse, ReviewRequestPage } from '../../../contracts/review-requests.ts'
import { addRequest } from '../../../test/support/paid-invoices.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  await trader.setOrganisation({ time_zone: 'Pacific/Auckland', short_code: '!abc12' })
  ;({ call } = await signInTo(product, trader.businessId))
})

const sent = (at: string, columns: Record<string, string | Date | null> = {}) =>
  addRequest(product.db, trader, {
    state: 'delivered',
    customer_name: 'Sam Green',
    customer_phone: '+61412345678',
    invoice_number: 'INV-1042',
    due_at: new Date(at),
    sent_at: new Date(at),
    ...columns,
  })

const list = async (query = ''): Promise<ReviewRequestPage> => {
  const { status, body } = await call('GET', `/api/review-requests${query}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as ReviewRequestPage
}
const idsOf = async (query = '') => (await list(query)).requests.map(({ _id }) => _id)

test('a request has the fields of the product’s description, its words, and a link into Xero [3.3]', async () => {
  const id = await sent('2026-11-20T01:02:03.456Z', {
    state: 'failed',
    state_reason: '30006',
    customer_email: 'sam@green.test',
    opened_at: new Date('2026-11-20T01:30:00Z'),
  })
  const { requests, timeZone } = await list()
  expect(timeZone).toBe('Pacific/Auckland')
  const [shown] = requests
  expect(shown).toEqual({
    _id: id,
    customerName: 'Sam Green',
    customerRemoved: null,
    customerPhone: '+61412345678',
    customerEmail: 'sam@green.test',
    invoiceNumber: 'INV-1042',
    invoiceId: shown!.xeroInvoiceId,
    xeroInvoiceId: shown!.xeroInvoiceId,
    smsStatus: 'failed',
    sentAt: '2026-11-20T01:02:03.456Z',
    at: '2026-11-20T01:02:03.456Z',
    atWords: 'sent',
    state: 'failed',
    detail: null,
    failure: { what: expect.stringContaining('landline'), todo: 'Add their mobile number in Xero.' },
    help: null,
    reminder: null,
    act: {
      words: 'Open the contact in Xero',
      url: expect.stringContaining('https://go.xero.com/app/!abc12/contacts/contact/'),
    },
    choices: [],
    waitsForNo: false,
    undoHolds: false,
    optOut: null,
    deliveredAt: null,
    openedAt: '2026-11-20T01:30:00.000Z',
    openCount: 0,
    xeroUrl: `https://go.xero.com/app/!abc12/invoicing/view/${shown!.xeroInvoiceId}`,
  })
  const one = await call('GET', `/api/review-requests/${id}`)
  expect(one.body['request']).toEqual(shown)
})

test.each([
  ['scheduled', 'pending', 'Will be sent at the time shown.'],
  ['waiting_for_funds', 'pending', 'Waiting for funds.'],
  ['held', 'pending', 'Held back by you: it is not sent until you release it, and dropped after two weeks.'],
  ['sending', 'pending', 'On its way.'],
  ['unknown', 'pending', 'The gateway did not answer. We are finding out whether it has the text.'],
  ['sent', 'sent', undefined],
  ['delivered', 'delivered', undefined],
])('a text that is %s wears the badge %s', async (state, badge, words) => {
  await sent('2026-11-20T01:00:00Z', {
    state,
    sent_at: null,
    held_at: state === 'held' ? new Date() : null,
  })
  const [shown] = (await list()).requests
  expect(shown).toMatchObject({ smsStatus: badge, state, failure: null })
  expect(shown!.detail?.what).toBe(words)
})

test('pages follow each other without a gap or a repeat, in both orders, even where moments are the same', async () => {
  const ids: string[] = []
  for (let minute = 0; minute < 120; minute += 1)
    ids.push(await sent(new Date(Date.UTC(2026, 9, 1, 0, minute - (minute % 3))).toISOString()))
  for (const order of ['newest', 'oldest']) {
    const seen: ReviewRequestPage['requests'] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: ReviewRequestPage = await list(`?order=${order}${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.requests)
      cursor = page.nextCursor
    }
    expect(new Set(seen.map(({ _id }) => _id))).toEqual(new Set(ids))
    expect(seen).toHaveLength(120)
    const moments = seen.map(({ at }) => at)
    expect(moments).toEqual(order === 'oldest' ? moments.toSorted() : moments.toSorted().toReversed())
  }
})

test.each([
  ['by part of a name, whatever its case', 'gREE', true],
  ['by a name without its accents', 'jose', true],
  ['by a name with its accents', 'José', true],
  ['by the invoice’s number', 'inv-10', true],
  ['by the phone as it is dialled at home', '0412 345 678', true],
  ['by the phone as it is dialled at home, half typed', '04123', true],
  ['by the phone with its country', '+61 412 345 678', true],
  ['by the phone as dialled from abroad', '0061 412', true],
  ['by the phone’s last digits', '678', true],
  ['by words of different fields', 'green 1042', true],
  ['not where one word is nowhere', 'green 9999', false],
  ['not by wildcards', '%', false],
  ['not by underscores', 'inv_1042', false],
  ['not by a backslash', '\\', false],
])('a customer is found %s', async (_how, typed, isFound) => {
  const id = await sent('2026-11-20T01:00:00Z', { customer_name: 'JOSÉ GREEN' })
  await sent('2026-11-20T02:00:00Z', {
    customer_name: 'Another Customer',
    customer_phone: '+64211119999',
    invoice_number: 'X-7',
  })
  expect(await idsOf(`?search=${encodeURIComponent(typed)}`)).toEqual(isFound ? [id] : [])
})

test('days are those of the business’s calendar: a text at 11:30 UTC went out after midnight in Auckland', async () => {
  const before = await sent('2026-11-19T10:59:00Z')
  const after = await sent('2026-11-19T11:00:00Z')
  expect(await idsOf('?from=2026-11-19&to=2026-11-19')).toEqual([before])
  expect(await idsOf('?from=2026-11-20&to=2026-11-20')).toEqual([after])
  expect(await idsOf('?from=2026-11-19&to=2026-11-20')).toEqual([after, before])
})

const calendar = async (month: string): Promise<CalendarResponse> =>
  (await call('GET', `/api/review-requests/calendar?month=${month}`)).body as CalendarResponse

test('the calendar counts by the business’s days, over every day that six weeks of the month can show', async () => {
  await sent('2026-10-31T10:59:59Z') // 31 October, 23:59 in Auckland
  await sent('2026-10-31T11:00:00Z') // 1 November
  await sent('2026-11-30T10:59:59Z') // 30 November
  await sent('2026-11-30T11:00:00Z') // 1 December
  await sent('2026-12-12T10:59:59Z') // 12 December, the last day that a grid can show
  await sent('2026-12-12T11:00:00Z')
  const { month, timeZone, days } = await calendar('2026-11')
  expect({ month, timeZone }).toEqual({ month: '2026-11', timeZone: 'Pacific/Auckland' })
  expect(days).toEqual(
    ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01', '2026-12-12'].map((date) => ({
      date,
      count: 1,
    })),
  )
})

test('on the days when the clocks change, each text is on its own day', async () => {
  // 27 September 2026 has 23 hours in Auckland, 5 April 2026 has 25.
  for (const at of [
    '2026-09-26T11:59:00Z',
    '2026-09-26T12:00:00Z',
    '2026-09-27T10:59:00Z',
    '2026-09-27T11:00:00Z',
  ])
    await sent(at)
  for (const at of [
    '2026-04-04T10:59:00Z',
    '2026-04-04T11:00:00Z',
    '2026-04-05T11:59:00Z',
    '2026-04-05T12:00:00Z',
  ])
    await sent(at)
  expect((await calendar('2026-09')).days).toEqual([
    { date: '2026-09-26', count: 1 },
    { date: '2026-09-27', count: 2 },
    { date: '2026-09-28', count: 1 },
  ])
  expect((await calendar('2026-04')).days).toEqual([
    { date: '2026-04-04', count: 1 },
    { date: '2026-04-05', count: 2 },
    { date: '2026-04-06', count: 1 },
  ])
  expect(await idsOf('?from=2026-09-27&to=2026-09-27')).toHaveLength(2)
})

test('another business’s requests are in no list, no day, no figure, and at no address', async () => {
  const mine = await sent('2026-11-20T01:00:00Z')
  const stranger = await signInTo(product, (await createTrader(product)).businessId)
  expect((await stranger.call('GET', `/api/review-requests/${mine}`)).status).toBe(404)
  expect((await stranger.call('GET', '/api/review-requests')).body['requests']).toEqual([])
  expect((await stranger.call('GET', '/api/review-requests/calendar?month=2026-11')).body['days']).toEqual([])
  const { body } = await call('GET', '/api/review-requests')
  const elsewhere = await stranger.call(
    'GET',
    `/api/review-requests?cursor=${String(body['nextCursor'] ?? 'AAAA')}`,
  )
  expect(elsewhere.status).toBe(422)
})

test('without a session or a business there is nothing to see', async () => {
  expect((await product.app.inject({ url: '/api/review-requests' })).statusCode).toBe(401)
  const newcomer = await signInTo(product, null)
  expect((await newcomer.call('GET', '/api/review-requests')).status).toBe(409)
})

test.each([
  'cursor=AAAA',
  'cursor=%20',
  'order=sideways',
  'from=2026-02-30',
  'to=yesterday',
  'from=0001-01-01',
  'search=a%00b',
  `search=${'x'.repeat(101)}`,
])('a list asked for with %s is refused', async (query) => {
  expect((await call('GET', `/api/review-requests?${query}`)).status).toBe(422)
})

test.each(['0000-01', '9999-12', '2026-13', '2026', 'now'])('there is no calendar of %s', async (month) => {
  expect((await call('GET', `/api/review-requests/calendar?month=${month}`)).status).toBe(422)
})

test('the longest name that comes from Xero is kept, found by its beginning, and does not stop the text', async () => {
  const id = await sent('2026-11-20T01:00:00Z', { customer_name: `Zoë ${'ญ'.repeat(496)}` })
  expect(await idsOf('?search=zoe')).toEqual([id])
})
