import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './connect-xero.module.css'
import { useXeroConnection } from './use-xero-connection.ts'
import { XeroState } from './xero-state.tsx'

const AFTER_CONNECTING_MS = 1000

/**
 * The button that connects Xero, and the four states it goes through. `onConnected` follows a second later. `isQuiet`
 * where the page around says how the connection stands, and stays; `hasStayed` where it could not go on.
 */
export const ConnectXero = ({
  onConnected,
  returnTo,
  beside,
  isQuiet = false,
  hasStayed = false,
}: {
  onConnected: () => void
  returnTo: string
  beside?: ReactNode
  isQuiet?: boolean
  hasStayed?: boolean
}): ReactNode => {
  const { connection, connect, check, continueInThisTab, showPopup, cancel } = useXeroConnection(
    returnTo,
    isQuiet,
  )
  const isConnected = connection.state === 'connected'
  const onConnectedLater = useEffectEvent(onConnected)
  useEffect(() => {
    if (!isConnected) return undefined
    const timer = setTimeout(onConnectedLater, AFTER_CONNECTING_MS)
    return () => clearTimeout(timer)
  }, [isConnected])
  const blockedUrl = connection.state === 'disconnected' ? connection.blockedUrl : undefined

  return (
    <div className={styles.connect}>
      <XeroState
        connection={connection}
        isQuiet={isQuiet}
        leads={!isQuiet && !hasStayed}
        onShowPopup={showPopup}
        onCancel={cancel}
        onCheck={() => void check()}
      />
      {blockedUrl && (
        <Notice
          tone="warn"
          action={<Button onClick={() => continueInThisTab(blockedUrl)}>Continue in this tab</Button>}
        >
          <p>Your browser blocked the Xero window.</p>
          <p>
            Carry on in this tab: Xero brings you back here. Or allow pop-ups for this page and try again.
          </p>
        </Notice>
      )}
      {!isConnected && (
        <div className={styles.actions}>
          <Button
            onClick={() => void connect()}
            busy={connection.state === 'connecting'}
            disabled={connection.state === 'checking'}
            look={blockedUrl ? 'plain' : 'primary'}
          >
            Connect Xero Account
          </Button>
          {beside}
        </div>
      )}
    </div>
  )
}
