import type { ReactNode } from 'react'
import styles from './opener.module.css'

/** The name of a row, which opens what is known of it below. */
export const Opener = ({
  isOpen,
  onToggle,
  controls,
  children,
}: {
  isOpen: boolean
  onToggle: () => void
  controls: string
  children: ReactNode
}): ReactNode => (
  <button
    type="button"
    className={styles.opener}
    aria-expanded={isOpen}
    aria-controls={isOpen ? controls : undefined}
    onClick={onToggle}
  >
    {children}
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path
        d="M3.5 6 8 10.5 12.5 6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  </button>
)
