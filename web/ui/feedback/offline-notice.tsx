import { useSyncExternalStore, type ReactNode } from 'react'
import styles from './offline-notice.module.css'

/** Says that the network is gone, and takes it back by itself. */
export const OfflineNotice = (): ReactNode => {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.offline}>You are offline. We carry on as soon as you are connected again.</p>
      )}
    </div>
  )
}

const subscribe = (tell: () => void): (() => void) => {
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}
