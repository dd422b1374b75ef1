import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { xeroEvent as event, xeroWebhook as delivery } from '../../../test/support/xero-answers.ts'
import { UnreadableXeroWebhook, isXeroSignature, parseXeroEvents, tenantsNamedIn } from './xero-webhook.ts'

const KEY = 'webhook-key'
const sign = (body: Buffer, key = KEY) => createHmac('sha256', key).update(body).digest('base64')
const bytes = (json: unknown) => Buffer.from(JSON.stringify(json))

test('an event is read whatever its case and with or without the Z', () => {
  const variants = [
    event,
    { ...event, eventType: 'Update', eventCategory: 'Invoice' },
    { ...event, eventDateUtc: '2025-05-01T14:32:04.198Z' },
    { ...event, tenantId: event.tenantId.toUpperCase(), resourceId: event.resourceId.toUpperCase() },
  ]
  const { events } = parseXeroEvents(bytes(delivery(...variants)))
  expect(events).toHaveLength(variants.length)
  for (const read of events)
    expect(read).toEqual({
      tenantId: event.tenantId,
      resourceId: event.resourceId,
      category: 'INVOICE',
      type: 'UPDATE',
      occurredAt: new Date('2025-05-01T14:32:04.198Z'),
    })
})

test('an Intent to Receive has no events and sequences of zero', () => {
  expect(
    parseXeroEvents(bytes({ events: [], firstEventSequence: 0, lastEventSequence: 0, entropy: 'X' })),
  ).toEqual({ events: [], unreadable: 0 })
})

test.each(['OVERPAYMENT', 'CREDITNOTE', 'toString', '', 7, null, undefined, { a: 1 }])(
  'an event of the category %j is left out, and the invoice beside it is read',
  (eventCategory) => {
    const other = { ...event, eventCategory, resourceId: 'X-1', data: { Type: 'x' } }
    const { events, unreadable } = parseXeroEvents(bytes(delivery(other, event, other)))
    expect([events.length, unreadable]).toEqual([1, 0])
  },
)

test('of a payment the organisation is enough, whatever else it has or lacks', () => {
  const { tenantId } = event
  const payment = { tenantId, eventCategory: 'Payment' }
  const variants = [
    payment,
    { ...payment, resourceId: 'P-7', eventType: null, eventDateUtc: 'soon', amount: { value: 12 } },
    { ...event, eventCategory: 'PAYMENT' },
  ]
  expect(parseXeroEvents(bytes(delivery(...variants)))).toEqual({
    events: variants.map(() => ({ category: 'PAYMENT', tenantId })),
    unreadable: 0,
  })
})

test.each([
  ['an invoice without an organisation', { ...event, tenantId: undefined }],
  ['an invoice whose id is none', { ...event, resourceId: 'INV-1' }],
  ['a contact whose id is none', { ...event, eventCategory: 'CONTACT', resourceId: 'plan-7' }],
  ['a time that is none', { ...event, eventDateUtc: 'soon' }],
  ['a payment without an organisation', { eventCategory: 'PAYMENT' }],
])('%s is counted as unreadable, and the event beside it is read', (_what, broken) => {
  const { events, unreadable } = parseXeroEvents(bytes(delivery(broken, event)))
  expect([events.length, unreadable]).toEqual([1, 1])
})

test.each([
  ['not JSON', Buffer.from('events')],
  ['no events', bytes({})],
  ['events that are no list', bytes({ events: {} })],
])('a signed body with %s is unreadable', (_what, body) => {
  expect(() => parseXeroEvents(body)).toThrow(UnreadableXeroWebhook)
})

test('any bytes are either read or unreadable, never another error', () => {
  const shaped = fc.record(
    {
      events: fc.array(fc.record({ tenantId: fc.anything(), eventDateUtc: fc.anything() })),
      entropy: fc.string(),
    },
    { requiredKeys: [] },
  )
  const body = fc.oneof(
    fc.uint8Array().map((array) => Buffer.from(array)),
    fc.json().map((json) => Buffer.from(json)),
    shaped.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
  )
  fc.assert(
    fc.property(body, (any) => {
      expect(['read', UnreadableXeroWebhook]).toContain(outcomeOf(() => parseXeroEvents(any)))
    }),
  )
})

test('only the key signs, only these bytes are signed', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array({ minLength: 1 }), fc.string(), (array, other, text) => {
      const body = Buffer.from(array)
      expect(isXeroSignature(body, sign(body), KEY)).toBe(true)
      expect(isXeroSignature(Buffer.concat([body, Buffer.from(other)]), sign(body), KEY)).toBe(false)
      expect(isXeroSignature(body, sign(body, 'another-key'), KEY)).toBe(false)
      expect(isXeroSignature(body, text, KEY)).toBe(false)
      expect(isXeroSignature(body, undefined, KEY)).toBe(false)
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

test('of bytes that nobody signed only the ids of tenants are looked for, each once and at most a hundred', () => {
  const ids = Array.from({ length: 150 }, () => crypto.randomUUID())
  const named = ids.map((tenantId) => ({ tenantId: tenantId.toUpperCase() }))
  expect(tenantsNamedIn(bytes(named))).toEqual(ids.slice(0, 100))
  expect(tenantsNamedIn(bytes([...named.slice(0, 2), ...named.slice(0, 2)]))).toEqual(ids.slice(0, 2))
  expect(tenantsNamedIn(Buffer.from('{"events":[1,1,{"tenantId":"none"},{"resourceId":'))).toEqual([])
})
