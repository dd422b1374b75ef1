import { openTabChannel } from '../lib/tab-channel.ts'
import { readPopupMessage, type PopupResult } from './xero-connection-rules.ts'

// The second way: a consent page may cut the tie between the two windows (Cross-Origin-Opener-Policy).
const windows = openTabChannel<PopupResult>('xero')

/** Tells the page that opened this popup, and nobody else. */
export const postResult = (result: PopupResult): void => {
  window.opener?.postMessage(result, window.location.origin)
  windows.tell(result)
}

export const listenForResult = (hear: (result: PopupResult) => void): (() => void) => {
  const listen = (event: MessageEvent): void => {
    const result = readPopupMessage(event, window.location.origin)
    if (result) hear(result)
  }
  window.addEventListener('message', listen)
  const stopListening = windows.listen(hear)
  return () => {
    window.removeEventListener('message', listen)
    stopListening()
  }
}
