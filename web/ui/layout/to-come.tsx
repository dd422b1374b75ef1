import type { ReactNode } from 'react'

/** Holds the place of what is on its way by something as high, which is neither seen nor read out. */
export const ToCome = ({ children }: { children: ReactNode }): ReactNode => (
  <div style={{ visibility: 'hidden' }}>{children}</div>
)
