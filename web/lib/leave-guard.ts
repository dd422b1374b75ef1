import { createContext, use, useLayoutEffect } from 'react'
import { isEndingSession } from './session/session.ts'

/** A tab reports here whether leaving it would lose changes; `null` outside the dashboard. */
export const LeaveGuard = createContext<((isDirty: boolean) => void) | null>(null)

/** While `isDirty`, leaving the tab or the page needs a confirmation. */
export const useLeaveGuard = (isDirty: boolean): void => {
  const report = use(LeaveGuard)
  useLayoutEffect(() => {
    report?.(isDirty)
    return () => report?.(false)
  }, [report, isDirty])
  useLayoutEffect(() => {
    if (!isDirty) return undefined
    // A sign-out was agreed to before it began.
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isEndingSession()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}
