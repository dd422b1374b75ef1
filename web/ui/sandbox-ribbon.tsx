import type { ReactNode } from 'react'
import styles from './sandbox-ribbon.module.css'

export const SandboxRibbon = (): ReactNode => (
  <aside className={styles.ribbon} aria-label="Sandbox">
    <strong>Sandbox</strong> Only stand-ins here: no real text is sent.
  </aside>
)
