import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { XeroStatus } from '../../contracts/organisations.ts'
import { call } from '../lib/api.ts'
import { readStorage, writeStorage } from '../lib/browser-storage.ts'
import { inWords } from '../lib/problems.ts'
import { showToast } from '../ui/feedback/toasts.tsx'
import { listenForResult } from './popup-result.ts'
import { rememberReturn, takeFailure, takeReturn } from './same-tab-return.ts'
import { showReturnNote } from './show-return-note.ts'
import {
  afterPopupClosed,
  afterPopupResult,
  beforeConnecting,
  onArrival,
  type PopupResult,
  type XeroConnection,
} from './xero-connection-rules.ts'
import { openXeroPopup, watchForClosing } from './xero-popup.ts'

/** That Xero's window was opened from this tab: after a reload its result is still this tab's. */
const OPENED = 'goodword.xero-window'

/** Connecting Xero through a popup, from the click to the server's answer that it is connected. */
export const useXeroConnection = (returnTo: string, isQuiet = false) => {
  const [connection, setConnection] = useState<XeroConnection>(() =>
    isQuiet ? beforeConnecting(takeFailure()) : { state: 'checking' },
  )
  const popup = useRef<Window | null>(null)
  const stopWatching = useRef<() => void>(() => undefined)
  /** From the click until a result came: any site can open the popup's last page, and so post one. */
  const isAwaited = useRef(false)

  const lookAgain = useEffectEvent(async (): Promise<void> => {
    // What another tab connects is of the business that this one may not show.
    if (isQuiet || connection.state === 'connected' || readStorage('session', OPENED) === null) return
    if ((await askStatus())?.status === 'connected') setConnection({ state: 'connected' })
  })
  /** One that is not awaited, as after a reload, only makes the page ask the server. */
  const settle = useEffectEvent(async (result: PopupResult): Promise<void> => {
    if (!isAwaited.current) return lookAgain()
    isAwaited.current = false
    stopWatching.current()
    if (result.note) showToast('ok', result.note)
    // Where it stays quiet, other organisations may be connected: the server's answer says nothing of this one.
    const status = result.success || isQuiet ? null : await askStatus()
    setConnection(afterPopupResult(result, status))
  })

  useEffect(() => {
    showReturnNote()
    if (!isQuiet) void askServer().then(setConnection)
    const stopListening = listenForResult((result) => void settle(result))
    const comeBack = (): void => void lookAgain()
    window.addEventListener('focus', comeBack)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      stopListening()
      window.removeEventListener('focus', comeBack)
      document.removeEventListener('visibilitychange', comeBack)
      stopWatching.current()
    }
  }, [isQuiet])

  const check = async (): Promise<void> => {
    setConnection({ state: 'checking' })
    setConnection(await askServer())
  }
  const connect = async (): Promise<void> => {
    takeReturn()
    writeStorage('session', OPENED, 'yes')
    const opened = openXeroPopup()
    popup.current = opened
    isAwaited.current = true
    setConnection({ state: 'connecting' })
    try {
      const { authorizationUrl } = await call('POST /api/xero/connect')
      if (!opened) {
        setConnection({ state: 'disconnected', blockedUrl: authorizationUrl })
        return
      }
      opened.location.replace(authorizationUrl)
      stopWatching.current = watchForClosing(opened, () => void settleAfterClosing())
    } catch (error) {
      opened?.close()
      setConnection(asError(error))
    }
  }
  const settleAfterClosing = async (): Promise<void> => {
    const settled = afterPopupClosed(await askStatus())
    // A result that came by message meanwhile takes precedence.
    setConnection((now) => (now.state === 'connecting' ? settled : now))
  }

  return {
    connection,
    check,
    connect,
    continueInThisTab: (url: string): void => {
      rememberReturn(returnTo)
      window.location.assign(url)
    },
    showPopup: (): void => popup.current?.focus(),
    cancel: (): void => popup.current?.close(),
  }
}

/** Null when it did not answer. */
const askStatus = (): Promise<XeroStatus | null> => call('GET /api/xero/status').catch(() => null)

const askServer = (): Promise<XeroConnection> =>
  call('GET /api/xero/status').then((status) => onArrival(status, takeFailure()), asError)

const asError = (error: unknown): XeroConnection => ({ state: 'error', message: inWords(error) })
