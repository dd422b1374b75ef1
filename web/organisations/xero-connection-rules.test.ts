import { expect, test } from 'vitest'
import type { XeroStatus } from '../../contracts/organisations.ts'
import {
  afterPopupClosed,
  afterPopupResult,
  beforeConnecting,
  onArrival,
  readPopupMessage,
} from './xero-connection-rules.ts'

const status = (given: Partial<XeroStatus>): XeroStatus => ({
  status: 'disconnected',
  lastSync: null,
  connectedAt: null,
  lastActivity: null,
  catchesUp: false,
  needsReconnect: false,
  message: null,
  ...given,
})
const cancelled = 'Connection was cancelled or failed. Please try again.'
const ours = 'https://goodword.example'

test('a message of the popup counts only from our own origin', () => {
  const data = { success: true, error: null }
  expect(readPopupMessage({ origin: ours, data }, ours)).toEqual(data)
  for (const origin of ['https://evil.example', 'https://goodword.example.evil.example', 'null', '']) {
    expect(readPopupMessage({ origin, data }, ours)).toBeNull()
  }
})

test.each([null, 'success', 7, [], {}, { success: 'true' }, { type: 'webpackOk' }])(
  'a message like %j is not about Xero',
  (data) => {
    expect(readPopupMessage({ origin: ours, data }, ours)).toBeNull()
  },
)

test('a failure is shown in its own words, or in ours', () => {
  expect(afterPopupResult({ success: true, error: null })).toEqual({ state: 'connected' })
  expect(afterPopupResult({ success: false, error: 'Xero is away.' })).toEqual({
    state: 'error',
    message: 'Xero is away.',
  })
})

test('a failure is no news where the server says that Xero is connected', () => {
  const failed = { success: false, error: cancelled }
  expect(afterPopupResult(failed, status({ status: 'connected' }))).toEqual({ state: 'connected' })
  expect(afterPopupResult(failed, status({}))).toEqual({ state: 'disconnected', message: cancelled })
  expect(afterPopupResult(failed, null)).toEqual({ state: 'disconnected', message: cancelled })
})

test.each([cancelled, null])(
  'whoever declined at Xero (%s) is disconnected, and nothing is wrong',
  (error) => {
    const declined = { state: 'disconnected', message: cancelled }
    expect(afterPopupResult({ success: false, error })).toEqual(declined)
    expect(onArrival(status({}), error ?? cancelled)).toEqual(declined)
    expect(onArrival(status({ status: 'connected' }), cancelled)).toEqual({ state: 'connected' })
    expect(beforeConnecting(cancelled)).toEqual(declined)
    expect(beforeConnecting('Xero is away.')).toEqual({ state: 'error', message: 'Xero is away.' })
  },
)

test('when the popup closes without a message, the server is asked how it ended [4.3]', () => {
  expect(afterPopupClosed(status({ status: 'connected' }))).toEqual({ state: 'connected' })
  expect(afterPopupClosed(status({}))).toEqual({ state: 'disconnected', message: cancelled })
  expect(afterPopupClosed(status({ status: 'error' }))).toEqual({ state: 'disconnected', message: cancelled })
  expect(afterPopupClosed(null)).toEqual({ state: 'disconnected', message: cancelled })
})

test('who comes back finds the connection as it is', () => {
  expect(onArrival(status({ status: 'connected' }), 'an old failure')).toEqual({ state: 'connected' })
  expect(onArrival(status({}), 'Left out.')).toEqual({ state: 'error', message: 'Left out.' })
  expect(onArrival(status({}), null)).toEqual({ state: 'disconnected' })
  expect(onArrival(status({ status: 'error', message: 'Xero says no.' }), null)).toEqual({
    state: 'error',
    message: 'Xero says no.',
  })
})
