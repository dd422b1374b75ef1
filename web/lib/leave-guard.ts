import { createContext, use, useEffect } from 'react'

/** Told by a tab whether leaving it would lose something; `null` where nobody listens. */
export const LeaveGuard = createContext<((isDirty: boolean) => void) | null>(null)

/** While `isDirty`, leaving the tab or the page asks first. */
export const useLeaveGuard = (isDirty: boolean): void => {
  const tell = use(LeaveGuard)
  useEffect(() => {
    tell?.(isDirty)
    return () => tell?.(false)
  }, [tell, isDirty])
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}
