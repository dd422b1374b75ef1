import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { DEMO_ACCESS_TOKEN, DEMO_ORGANISATION } from '../../sandbox/xero/demo/demo-organisation.ts'
import { createTwilio, type Twilio } from '../../server/integrations/twilio/twilio.ts'
import { createXero, type Xero } from '../../server/integrations/xero/xero.ts'
import { startListener } from '../support/listener.ts'
import { SANDBOX_VENDORS, startSandbox } from '../support/sandbox.ts'

const { tenantId } = DEMO_ORGANISATION
const session = { accessToken: DEMO_ACCESS_TOKEN, tenantId }
const PRIYA = '+61491570006'

let product: Awaited<ReturnType<typeof startListener>>
let sandbox: Sandbox
let xero: Xero
let twilio: Twilio

beforeAll(async () => {
  product = await startListener()
  sandbox = await startSandbox({ publicUrl: product.url })
  const url = (path: string) => `${sandbox.url}/xero/${path}`
  xero = createXero({
    ...SANDBOX_VENDORS.xero,
    loginUrl: url('login'),
    identityUrl: url('identity'),
    apiUrl: url('api'),
  })
  twilio = createTwilio({
    ...SANDBOX_VENDORS.twilio,
    apiUrl: `${sandbox.url}/twilio`,
    publicUrl: product.url,
  })
})
afterAll(async () => {
  await xero.close()
  await twilio.close()
  await sandbox.close()
  await product.close()
})

test('our Xero client reads an invoice paid from an overpayment as money received', async () => {
  const [invoiceId] = awaiting()
  sandbox.xero.pay(tenantId, invoiceId!, { kind: 'overpayment', date: '2026-11-20' })
  const { body, limits } = await xero.invoice(session, invoiceId!)
  expect(body).toMatchObject({
    status: 'PAID',
    amountDue: 0,
    amountPaid: 0,
    hasPrepaidMoney: true,
    paidOn: '2026-11-20',
  })
  expect(body!.contact!.phones.map(({ type }) => type)).toEqual(['DEFAULT', 'DDI', 'FAX', 'MOBILE'])
  expect(limits.dayRemaining).toBeLessThan(5_000)
})

test('our Xero client pages through what was paid, and finds the phones apart', async () => {
  const { body } = await xero.paidInvoices(session, { pageSize: 10 })
  expect(body.items).toHaveLength(10)
  expect(body.pageCount).toBeGreaterThan(1)
  const ids = [...new Set(body.items.map(({ contactId }) => contactId!))]
  const contacts = await xero.contacts(session, ids)
  expect(contacts.body.map(({ contactId }) => contactId).sort()).toEqual(ids.sort())
})

test('our Xero client reads the organisation’s time zone as an IANA name', async () => {
  const { body } = await xero.organisation(session)
  expect(body).toMatchObject({ name: 'Whitlock Electrical', country: 'AU', timeZone: 'Australia/Perth' })
})

test('our Xero client refreshes, even when the answer was lost once', async () => {
  const { refreshToken, eventId } = sandbox.xero.grant(tenantId)
  sandbox.faults.ask({ xeroRefreshLost: { count: 1 } })
  await expect(xero.refresh(refreshToken)).rejects.toMatchObject({ kind: 'outcome-unknown' })
  const tokens = await xero.refresh(refreshToken)
  expect(tokens.authenticationEventId).toBe(eventId)
  expect(await xero.connections(tokens.accessToken, eventId)).toMatchObject([{ tenantId }])
})

test.each([
  ['xero429', 'retry-later'],
  ['xero5xx', 'retry-later'],
  ['xero403', 'rejected'],
  ['xeroTokenExpired', 'retry-later'],
  // Last: it is not connected any more.
  ['xeroRemoved', 'rejected'],
] as const)('our Xero client reports %s by its kind', async (fault, kind) => {
  sandbox.faults.ask({ [fault]: { count: 1 } })
  await expect(xero.organisation(session)).rejects.toMatchObject({ vendor: 'xero', kind })
})

test('our Twilio client finds a text again that was taken without an answer', async () => {
  sandbox.faults.ask({ twilioTimeoutAfterAccept: { count: 1, ms: 50 } })
  const text = { to: PRIYA, body: 'Please look at go.example/r/tokenA', from: null, attemptId: 'a1' }
  expect(await twilio.send(text)).toMatchObject({ kind: 'outcome-unknown' })
  const sought = { to: PRIYA, from: null, createdSince: new Date(0) }
  expect(await twilio.find({ ...sought, bodyContains: 'tokenA' })).toMatchObject({
    ours: [{ messageSid: expect.any(String) }],
  })
  const none = { ours: [], unreadable: [] }
  expect(await twilio.find({ ...sought, bodyContains: 'tokenB' })).toEqual(none)
  sandbox.twilio.redactBodies(true)
  expect(await twilio.find({ ...sought, bodyContains: 'tokenA' })).toMatchObject({
    ours: [],
    unreadable: [{ messageSid: expect.any(String) }],
  })
  sandbox.twilio.redactBodies(false)
})

test.each([
  ['+61491578888', { kind: 'rejected', reason: 'not-a-mobile' }],
  ['+61491578957', { kind: 'rejected', reason: 'opted-out' }],
  ['+61491570156', { kind: 'accepted', status: 'queued' }],
])('our Twilio client learns the fate of %s', async (to, outcome) => {
  expect(await twilio.send({ to, body: 'Hello', from: null, attemptId: 'a2' })).toMatchObject(outcome)
})

test('our Twilio client accepts the reports that the sandbox signs, early and repeated ones too', async () => {
  const to = '+61491570313'
  const reports = () => product.received.filter(({ body }) => new URLSearchParams(body).get('To') === to)
  sandbox.faults.ask({ callbackEarly: { count: 1 }, callbackRepeated: {} })
  await twilio.send({ to, body: 'Hello', from: null, attemptId: 'a3' })
  expect(reports().length).toBeGreaterThan(0)
  await expect.poll(() => reports().length).toBe(4)
  sandbox.faults.clear()
  for (const { path, headers, body } of reports()) {
    const form = Object.fromEntries(new URLSearchParams(body))
    expect(twilio.verify({ path, form, signature: String(headers['x-twilio-signature']) })).toBe(true)
    expect(twilio.parseStatus(form, { a: 'a3' }).attemptId).toBe('a3')
  }
})

const awaiting = (): string[] =>
  [...sandbox.xero.organisation(tenantId).invoices.values()]
    .filter(({ status, type }) => status === 'AUTHORISED' && type === 'ACCREC')
    .map(({ invoiceId }) => invoiceId)
