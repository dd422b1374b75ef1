import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isDay, type Day } from '../../lib/formats/days.ts'

/**
 * The day whose requests show, part of the address: Back closes it. `shownDay` outlasts the address until the dialog
 * has closed, so that the browser gives the focus back.
 */
export const useOpenDay = () => {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const wasOpenedHere = (useLocation().state as { isOpenedDay?: boolean } | null)?.isOpenedDay === true
  const asked = params.get('day')
  const day = asked !== null && isDay(asked) ? asked : null
  const [shownDay, setShownDay] = useState<Day | null>(day)
  const [isClosed, setIsClosed] = useState(false)
  if (day && day !== shownDay) setShownDay(day)
  if (!day && isClosed) {
    setIsClosed(false)
    setShownDay(null)
  }

  const withDay = (next: Day | null): URLSearchParams => {
    const changed = new URLSearchParams(params)
    if (next) changed.set('day', next)
    else changed.delete('day')
    return changed
  }
  return {
    shownDay,
    isOpen: day !== null,
    open: (next: Day): void => setParams(withDay(next), { state: { isOpenedDay: true } }),
    close: (): void => {
      setIsClosed(true)
      // After Back, the address has left the day already.
      if (!new URLSearchParams(window.location.search).has('day')) return
      if (wasOpenedHere) void navigate(-1)
      else setParams(withDay(null), { replace: true })
    },
  }
}
