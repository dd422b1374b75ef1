import { useRef } from 'react'
import { useLocation, useNavigate, type Location, type NavigateOptions } from 'react-router'

/** A double click is one step: two entries in the history would let Back do nothing at first. */
export const useGoOnce = (): ((to: string, options?: NavigateOptions) => void) => {
  const navigate = useNavigate()
  const location = useLocation()
  const left = useRef<Location | null>(null)
  return (to, options) => {
    if (left.current === location) return
    left.current = location
    void navigate(to, options)
  }
}
