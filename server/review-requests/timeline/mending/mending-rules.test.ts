import { expect, test } from 'vitest'
import { failureWords } from '../../../texts/failure-rules.ts'
import { skipReasonWords, type SkipReason } from '../../deciding/review-request-rules.ts'
import { actOf, reasonMending, requestMending } from './mending-rules.ts'
import { requestWords } from '../words/request-words-rules.ts'

const OFF = { isSwitchedOn: false, isConnected: false, isOptedOut: false }
const ON = { isSwitchedOn: true, isConnected: true, isOptedOut: false }
const CODES =
  '21211 21408 21610 21614 21635 30001 30003 30004 30005 30006 30007 30008 30036 20003 99999'.split(' ')
const CANCELLED = 'no_funds too_late automation_off opted_out no_longer_paid xero_disconnected'.split(' ')
const places = { shortCode: '!abc12', invoiceId: 'i1', contactId: 'c1' }

test('whatever tells an owner what to do has a link that leads there, and nothing else has one', () => {
  for (const reason of Object.keys(skipReasonWords) as SkipReason[]) {
    expect([reason, reasonMending(reason, OFF) !== undefined]).toEqual([
      reason,
      skipReasonWords[reason].todo !== undefined,
    ])
  }
  for (const code of CODES) {
    const isMendable = actOf(requestMending('failed', code, ON), places) !== null
    expect([code, isMendable]).toEqual([code, failureWords(code).todo !== undefined])
  }
  for (const against of [ON, OFF, { ...OFF, isOptedOut: true }]) {
    for (const state of [
      'scheduled',
      'waiting_for_funds',
      'sending',
      'unknown',
      'sent',
      'delivered',
    ] as const) {
      const isMendable = requestMending(state, null, against) !== undefined
      expect([state, isMendable]).toEqual([state, requestWords(state, null, against)?.todo !== undefined])
    }
    for (const reason of CANCELLED) {
      const isMendable = requestMending('cancelled', reason, against) !== undefined
      const words = requestWords(reason === 'no_funds' ? 'expired' : 'cancelled', reason, against)
      expect([reason, isMendable]).toEqual([reason, words?.todo !== undefined])
    }
  }
})

test.each([
  ['no_mobile', 'Open the contact in Xero', 'https://go.xero.com/app/!abc12/contacts/contact/c1'],
  ['30006', 'Open the contact in Xero', 'https://go.xero.com/app/!abc12/contacts/contact/c1'],
  ['paid_in_future', 'Open the invoice in Xero', 'https://go.xero.com/app/!abc12/invoicing/view/i1'],
  ['no_funds', 'Add More Funds', '/dashboard?tab=top-up'],
  ['automation_off', 'Open SMS Setup', '/dashboard?tab=sms'],
  ['excluded_word', 'Open SMS Setup', '/dashboard?tab=sms'],
  ['xero_disconnected', 'Open Xero Status', '/dashboard?tab=xero'],
])('%s is mended by: %s', (reason, words, url) => {
  expect(actOf(reasonMending(reason, OFF), places)).toEqual({ words, url })
})

test('what has no one place for many texts, or a contact that is not known, has no link', () => {
  expect(actOf('contact')).toBeNull()
  expect(actOf('invoice')).toBeNull()
  expect(actOf('contact', { ...places, contactId: null })).toBeNull()
  expect(actOf('funds')).not.toBeNull()
  expect(actOf(undefined, places)).toBeNull()
})

test('where Xero is connected again, its having been disconnected asks for nothing', () => {
  expect(requestWords('cancelled', 'xero_disconnected', OFF)?.todo).toContain('Connect it again')
  expect(requestWords('cancelled', 'xero_disconnected', ON)).toEqual({
    what: 'Xero was disconnected before it went out.',
  })
  expect(requestMending('cancelled', 'xero_disconnected', ON)).toBeUndefined()
})

test('where review requests are on again, their having been off asks for nothing', () => {
  expect(requestWords('cancelled', 'automation_off', ON)).toEqual({
    what: 'Review requests were switched off.',
  })
  expect(requestMending('cancelled', 'automation_off', ON)).toBeUndefined()
})
