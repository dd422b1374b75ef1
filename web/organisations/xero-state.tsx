import type { ReactNode } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import styles from './connect-xero.module.css'
import type { XeroConnection } from './xero-connection-rules.ts'

/** The state of the connection, in words. `leads`: once it is connected the page goes on to the dashboard. */
export const XeroState = ({
  connection,
  isQuiet,
  leads,
  onShowPopup,
  onCancel,
  onCheck,
}: {
  connection: XeroConnection
  isQuiet: boolean
  leads: boolean
  onShowPopup: () => void
  onCancel: () => void
  onCheck: () => void
}): ReactNode => {
  switch (connection.state) {
    case 'checking':
      return (
        <p className={styles.state} role="status">
          <Spinner /> Checking your Xero connection
        </p>
      )
    case 'connecting':
      return (
        <Notice
          tone="wait"
          action={
            <span className={styles.pair}>
              <Button look="ghost" onClick={onShowPopup}>
                Show the window
              </Button>
              <Button look="ghost" onClick={onCancel}>
                Cancel
              </Button>
            </span>
          }
        >
          <span className={styles.state}>
            <Spinner /> Connecting: choose your organisation in the Xero window.
          </span>
        </Notice>
      )
    case 'connected':
      return (
        <Notice tone="ok">
          {leads ? 'Xero is connected. Taking you to your dashboard.' : 'Xero is connected.'}
        </Notice>
      )
    case 'error':
      return (
        <Notice
          tone="bad"
          action={
            <Button look="ghost" onClick={onCheck}>
              Check the connection again
            </Button>
          }
        >
          {connection.message}
        </Notice>
      )
    case 'disconnected':
      if (isQuiet && !connection.message) return null
      return connection.message ? (
        <Notice tone="wait">{connection.message}</Notice>
      ) : (
        <p className={styles.state} role="status">
          <span className={styles.dot} aria-hidden="true" /> Xero is not connected yet
        </p>
      )
  }
}
