import type { ActivityPage } from '../../contracts/activity.ts'
import type { ReviewRequestPage } from '../../contracts/review-requests.ts'
import { localDate, wallClock } from '../platform/dates.ts'
import { beforeEach, expect, test } from 'vitest'
import type { SmsSettings } from '../../contracts/message-settings.ts'
import { TOO_FEW_DECENT_MINUTES } from '../../contracts/shared/sending-hours.ts'
import { XERO_LIMITS } from '../../sandbox/xero/model/limits.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const SETTINGS = {
  sendingFrom: null,
  sendingUntil: null,
  delayMinutes: 0,
  askFirstAt: null,
  cooldownDays: 90,
  excludedWords: [] as string[],
}
const save = (change: Partial<Record<keyof SmsSettings | 'version', unknown>>) =>
  call('PUT', '/api/sms/settings', { ...SETTINGS, ...change })

const exclude = (contactId: string, name: string, by: Call = call) =>
  by('PUT', `/api/sms/excluded-contacts/${contactId}`, { tenantId: trader.tenantId, name })
const searched = async (query: string) => (await call('GET', `/api/sms/contacts?query=${query}`)).body
const setAuthorisation = (state: 'needs_reconnect') =>
  product.db
    .updateTable('xero_authorisations')
    .set({ state })
    .where('business_id', '=', trader.businessId)
    .execute()

test('what is saved is returned, with the defaults beside it', async () => {
  const wanted = {
    sendingFrom: 540,
    sendingUntil: 1020,
    delayMinutes: 30,
    askFirstAt: 990,
    cooldownDays: 0,
    excludedWords: ['Strata'],
  }
  const { status, body } = await call('PUT', '/api/sms/settings', wanted)
  expect({ status, body }).toMatchObject({ status: 200, body: { ...wanted, excludedContacts: [] } })
  const { cancelled: _, ...kept } = body
  expect((await call('GET', '/api/sms/settings')).body).toEqual(kept)
  expect(body['defaults']).toEqual({
    sendingFrom: 480,
    sendingUntil: 1200,
    delayMinutes: 0,
    cooldownDays: 90,
  })
})

test.each([
  [{ sendingFrom: 540 }],
  [{ sendingFrom: 600, sendingUntil: 600 }],
  [{ sendingFrom: 600, sendingUntil: 1441 }],
  [{ sendingFrom: 1260, sendingUntil: 1380 }],
  [{ sendingFrom: 360, sendingUntil: 510 }],
  [{ delayMinutes: -1 }],
  [{ askFirstAt: 1440 }],
  [{ sendingFrom: 540, sendingUntil: 1020, askFirstAt: 1020 }],
  [{ sendingFrom: 540, sendingUntil: 1020, askFirstAt: 539 }],
  [{ delayMinutes: 1.5 }],
  [{ cooldownDays: 731 }],
  [{ excludedWords: ['x'] }],
  [{ excludedWords: ['a\0b'] }],
  [{ excludedWords: Array.from({ length: 51 }, (_, n) => `word ${n}`) }],
])('%j is refused', async (change) => {
  expect((await save(change)).status).toBe(422)
})

test('hours that leave the time to go outside are refused, also where that is not sent along', async () => {
  await save({ sendingFrom: 540, sendingUntil: 1080, askFirstAt: 1020 })
  const { askFirstAt: _, ...without } = SETTINGS
  const narrower = { ...without, sendingFrom: 540, sendingUntil: 960 }
  const refused = await call('PUT', '/api/sms/settings', narrower)
  expect(refused).toMatchObject({
    status: 422,
    body: {
      fields: [{ path: 'askFirstAt', message: 'Texts must go at a time inside your sending hours.' }],
    },
  })
  expect((await call('GET', '/api/sms/settings')).body).toMatchObject({
    sendingUntil: 1080,
    askFirstAt: 1020,
  })
  expect((await call('PUT', '/api/sms/settings', { ...narrower, sendingUntil: 1050 })).status).toBe(200)
  expect((await save({ sendingFrom: 540, sendingUntil: 960, askFirstAt: null })).status).toBe(200)
})

test.each([
  [360, 539, 422],
  [360, 540, 200],
  [600, 659, 422],
  [600, 660, 200],
  [1200, 1440, 200],
  [1201, 1440, 422],
  [0, 1440, 200],
])(
  'hours from minute %i to %i leave an hour between 8 am and 9 pm, or are refused in words: %i',
  async (from, until, status) => {
    const answer = await save({ sendingFrom: from, sendingUntil: until })
    expect(answer.status).toBe(status)
    if (status === 422) expect(JSON.stringify(answer.body)).toContain(TOO_FEW_DECENT_MINUTES)
  },
)

test('hours of which two things are wrong are refused for the first', async () => {
  const { body } = await save({ sendingFrom: 1300, sendingUntil: 1290 })
  expect(JSON.stringify(body)).not.toContain(TOO_FEW_DECENT_MINUTES)
})

test('a delay holds back the next text, and the hours of the day as well', async () => {
  await save({ delayMinutes: 60 })
  trader.paid()
  await product.job('sweep-organisation', trader)
  const [waiting] = await trader.requests()
  expect(waiting!.due_at.getTime() - product.now().getTime()).toBeGreaterThan(59 * 60_000)
})

test('an owner who is asked first has until her time of the day to say no', async () => {
  await trader.setOrganisation({ time_zone: 'Australia/Perth' })
  await save({ askFirstAt: 1020 })
  // In Sydney, where the stand-in has its books, it may be tomorrow already.
  trader.paid(undefined, { date: localDate(product.now(), 'Australia/Perth') })
  await product.job('sweep-organisation', trader)
  const [waiting] = await trader.requests()
  expect(wallClock(waiting!.due_at, 'Australia/Perth')).toMatchObject({ hour: 17, minute: 0 })
  expect(waiting!.due_at.getTime() - product.now().getTime()).toBeGreaterThan(59 * 60_000)
  const listed = (await call('GET', '/api/review-requests')).body as ReviewRequestPage
  expect(listed.requests).toMatchObject([
    {
      waitsForNo: true,
      choices: ['send-now', 'hold', 'cancel'],
      help: 'Say no with Don’t send, or Hold it, before then.',
      detail: { what: expect.stringMatching(/^Goes at 5:00 pm (today|tomorrow) unless you say no\.$/) },
    },
  ])
  const activity = (await call('GET', '/api/activity')).body as ActivityPage
  const { choices, undoHolds } = listed.requests[0]!
  expect(activity.items[0]).toMatchObject({
    what: listed.requests[0]!.detail!.what,
    help: listed.requests[0]!.help,
    request: { waitsForNo: true, choices, undoHolds },
  })
})

test('customers with an excluded word in their name are not asked, and the owner is told why', async () => {
  await save({ excludedWords: ['green', 'Green '] })
  const invoice = trader.paid()
  await product.job('sweep-organisation', trader)
  expect(await trader.decision(invoice)).toBe('excluded_word')
  expect((await call('GET', '/api/sms/settings')).body['excludedWords']).toEqual(['Green'])
})

test('a customer who is excluded is not asked, not even by a text that already waited', async () => {
  await save({ delayMinutes: 60 })
  const customer = trader.customer()
  const waiting = trader.paid(customer)
  const other = trader.paid()
  await product.job('sweep-organisation', trader)

  const found = await call('GET', '/api/sms/contacts?query=sAM')
  expect(found.body['contacts']).toContainEqual({
    tenantId: trader.tenantId,
    contactId: customer.contactId,
    name: 'Sam Green',
  })
  const excluded = await exclude(customer.contactId, 'Sam Green')
  expect(excluded.body['excludedContacts']).toMatchObject([
    { contactId: customer.contactId, name: 'Sam Green' },
  ])
  expect(await trader.request(waiting)).toMatchObject({
    state: 'cancelled',
    state_reason: 'excluded_contact',
  })
  expect(await trader.request(other)).toMatchObject({ state: 'scheduled' })

  const later = trader.paid(customer)
  await product.job('sweep-organisation', trader)
  expect(await trader.decision(later)).toBe('excluded_contact')

  const undone = await call('DELETE', `/api/sms/excluded-contacts/${customer.contactId}`)
  expect(undone.body['excludedContacts']).toEqual([])
  const last = trader.paid(customer)
  await product.job('sweep-organisation', trader)
  expect(await trader.decision(last)).toBe('scheduled')
})

test('only customers whom the owner excluded herself, and another one, come under the limit', async () => {
  const plant = (count: number, erasedAt: Date | null) =>
    product.db
      .insertInto('excluded_contacts')
      .values(
        Array.from({ length: count }, () => ({
          business_id: trader.businessId,
          tenant_id: trader.tenantId,
          contact_id: crypto.randomUUID(),
          excluded_at: product.now(),
          erased_at: erasedAt,
        })),
      )
      .execute()
  await plant(499, null)
  await plant(3, product.now())
  const { contactId } = trader.customer()
  expect((await exclude(contactId, 'Sam Green')).status).toBe(200)
  expect((await exclude(contactId, 'Sam Green')).status).toBe(200)
  expect((await exclude(trader.customer().contactId, 'Jo Green')).body['code']).toBe('too-many-excluded')
})

test('a customer who never paid is found in Xero by name, and left out before the first invoice', async () => {
  const customer = trader.customer(undefined, 'Quentin')
  const found = await searched('quENt')
  expect(found).toEqual({
    contacts: [{ tenantId: trader.tenantId, contactId: customer.contactId, name: 'Quentin Green' }],
    notAsked: null,
  })
  const { body } = await exclude(customer.contactId, 'Quentin Green')
  expect(body['excludedContacts']).toMatchObject([{ contactId: customer.contactId, name: 'Quentin Green' }])
  const invoice = trader.paid(customer)
  await product.job('sweep-organisation', trader)
  expect(await trader.decision(invoice)).toBe('excluded_contact')
})

test.each<[string, RegExp, () => Promise<unknown> | void]>([
  [
    'does not answer',
    /cannot be asked just now.*in a minute/,
    () => product.sandbox.faults.ask({ xero5xx: {} }),
  ],
  [
    'has few calls left today',
    /rest of today is kept for paid invoices.*tomorrow/,
    () => trader.setOrganisation({ day_remaining: 199, day_read_at: product.now() }),
  ],
  [
    'refuses further calls today',
    /rest of today is kept for paid invoices.*tomorrow/,
    () => product.sandbox.xero.limits.set({ day: 0 }),
  ],
  [
    'has refused calls for hours',
    /rest of today is kept for paid invoices.*tomorrow/,
    () => trader.setOrganisation({ blocked_until: new Date(product.now().getTime() + 7_200_000) }),
  ],
  ['is not connected', /is not connected/, () => trader.setOrganisation({ state: 'disconnected' })],
  ['wants consent again', /has to be connected again/, () => setAuthorisation('needs_reconnect')],
])('where Xero %s, the search finds customers who paid, and says so', async (_how, words, goWrong) => {
  const customer = trader.customer(undefined, 'Quentin')
  trader.paid(customer)
  await product.job('sweep-organisation', trader)
  await goWrong()
  expect(await searched('quentin')).toEqual({
    contacts: [{ tenantId: trader.tenantId, contactId: customer.contactId, name: 'Quentin Green' }],
    notAsked: expect.stringMatching(words),
  })
  product.sandbox.faults.clear()
  product.sandbox.xero.limits.set(XERO_LIMITS)
})

test('one letter asks nothing of Xero, and 60 searches in ten minutes are enough', async () => {
  const asked = () => product.sandbox.xero.calls().filter(({ path }) => path.includes('searchTerm')).length
  const before = asked()
  expect(await searched('q')).toEqual({ contacts: [], notAsked: null })
  expect(asked()).toBe(before)
  await trader.setOrganisation({ day_remaining: 0, day_read_at: product.now() })
  for (let count = 0; count < 60; count += 1) await searched('qu')
  expect(await call('GET', '/api/sms/contacts?query=qu')).toMatchObject({
    status: 429,
    body: { detail: expect.stringMatching(/try again in \d+ minutes/) },
  })
})

test('another business’s customers are neither found nor excluded', async () => {
  const customer = trader.customer()
  trader.paid(customer)
  await product.job('sweep-organisation', trader)
  const stranger = await signInTo(product, (await createTrader(product)).businessId)
  expect((await stranger.call('GET', '/api/sms/contacts?query=sam')).body['contacts']).toEqual([])
  expect((await exclude(customer.contactId, 'Sam Green', stranger.call)).status).toBe(404)
})
