import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { xeroEvent as event, xeroWebhook as delivery } from '../../../test/support/xero-answers.ts'
import { UnreadableXeroWebhook, isXeroSignature, parseXeroEvents } from './xero-webhook.ts'

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
  const events = parseXeroEvents(bytes(delivery(...variants)))
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
  ).toEqual([])
})

test('a category that Xero adds some day is kept', () => {
  const [read] = parseXeroEvents(
    bytes(delivery({ ...event, eventCategory: 'OVERPAYMENT', data: { Type: 'x' } })),
  )
  expect(read?.category).toBe('OVERPAYMENT')
})

test.each([
  ['not JSON', Buffer.from('events')],
  ['no events', bytes({})],
  ['events that are no list', bytes({ events: {} })],
  ['an event without an organisation', bytes(delivery({ ...event, tenantId: undefined }))],
  ['an invoice whose id is none', bytes(delivery({ ...event, resourceId: 'INV-1' }))],
  ['a time that is none', bytes(delivery({ ...event, eventDateUtc: 'soon' }))],
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
