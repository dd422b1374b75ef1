import type { XeroStatus } from '../../contracts/organisations.ts'
import { XERO_RETURNS } from '../../contracts/shared/xero-returns.ts'

const CANCELLED = XERO_RETURNS['consent-declined']

export type XeroConnection =
  | { state: 'checking' }
  | { state: 'disconnected'; message?: string; blockedUrl?: string }
  | { state: 'connecting' }
  | { state: 'connected' }
  | { state: 'error'; message: string }

/** What the popup posts, or null when the message is something else or comes from elsewhere. */
export const readPopupMessage = (
  event: { origin: string; data: unknown },
  origin: string,
): PopupResult | null => {
  if (event.origin !== origin || typeof event.data !== 'object' || event.data === null) return null
  const { success, error, note } = event.data as Record<string, unknown>
  if (typeof success !== 'boolean') return null
  return { success, error: wordsOf(error), ...(wordsOf(note) && { note: wordsOf(note)! }) }
}

/** `note` is shown after a success. */
export type PopupResult = { success: boolean; error: string | null; note?: string }

const wordsOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** `status` where the server was asked: who declined in one window may have allowed it in another. */
export const afterPopupResult = (
  { success, error }: PopupResult,
  status: XeroStatus | null = null,
): XeroConnection =>
  success || status?.status === 'connected' ? { state: 'connected' } : afterFailure(error ?? CANCELLED)

/** Whoever declined at Xero did as she meant: nothing is wrong that could be looked at again. */
const afterFailure = (message: string): XeroConnection => ({
  state: message === CANCELLED ? 'disconnected' : 'error',
  message,
})

/** The popup was closed without a result: the server is asked. `null` when it did not answer. */
export const afterPopupClosed = (status: XeroStatus | null): XeroConnection =>
  status?.status === 'connected' ? { state: 'connected' } : { state: 'disconnected', message: CANCELLED }

/** Where the page around shows the state: only a failure on the way back is shown here. */
export const beforeConnecting = (failure: string | null): XeroConnection =>
  failure ? afterFailure(failure) : { state: 'disconnected' }

/** The state on arrival, from the server's answer. */
export const onArrival = (status: XeroStatus, failure: string | null): XeroConnection => {
  if (status.status === 'connected') return { state: 'connected' }
  if (failure) return afterFailure(failure)
  if (status.status === 'error') {
    return { state: 'error', message: status.message ?? 'Xero needs to be connected again.' }
  }
  return { state: 'disconnected' }
}
