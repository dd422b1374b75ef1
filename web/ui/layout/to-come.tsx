import { Children, type ReactNode } from 'react'

/**
 * Holds the place of what is on its way by something as high, which is neither seen nor read out. Each child by
 * itself, so that rows keep what lies between them.
 */
export const ToCome = ({ children }: { children: ReactNode }): ReactNode =>
  Children.map(children, (child) => child && <div style={{ visibility: 'hidden' }}>{child}</div>)
