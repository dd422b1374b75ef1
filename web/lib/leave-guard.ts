import { createContext, use, useEffect } from 'react'

/** A tab reports here whether leaving it would lose changes; `null` outside the dashboard. */
export const LeaveGuard = createContext<((isDirty: boolean) => void) | null>(null)

/** While `isDirty`, leaving the tab or the page needs a confirmation. */
export const useLeaveGuard = (isDirty: boolean): void => {
  const report = use(LeaveGuard)
  useEffect(() => {
    report?.(isDirty)
    return () => report?.(false)
  }, [report, isDirty])
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}
