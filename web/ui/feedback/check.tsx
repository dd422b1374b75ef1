import type { ReactNode } from 'react'

/** The tick of what is done; beside it stands the word for who does not see it. */
export const Check = (): ReactNode => (
  <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
    <path d="m3 8.5 3.2 3.2L13 4.8" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
)
