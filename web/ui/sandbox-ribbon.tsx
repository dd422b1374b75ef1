import type { ReactNode } from 'react'
import styles from './sandbox-ribbon.module.css'

export const SandboxRibbon = (): ReactNode => (
  <aside className={styles.ribbon} aria-label="Sandbox">
    <strong>Sandbox</strong> Google, Xero and the phones are stand-ins. No real text is sent.
  </aside>
)
