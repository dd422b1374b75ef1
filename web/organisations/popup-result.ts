import { openTabChannel } from '../lib/session/tab-channel.ts'
import { readPopupMessage, type PopupResult } from './xero-connection-rules.ts'

// Used as well, as a consent page may sever `window.opener` (Cross-Origin-Opener-Policy).
const windows = openTabChannel<PopupResult>('xero')

/** Posts the result to the page that opened this popup; to our own origin only. */
export const postResult = (result: PopupResult): void => {
  window.opener?.postMessage(result, window.location.origin)
  windows.post(result)
}

export const listenForResult = (listener: (result: PopupResult) => void): (() => void) => {
  const listen = (event: MessageEvent): void => {
    const result = readPopupMessage(event, window.location.origin)
    if (result) listener(result)
  }
  window.addEventListener('message', listen)
  const stopListening = windows.listen(listener)
  return () => {
    window.removeEventListener('message', listen)
    stopListening()
  }
}
