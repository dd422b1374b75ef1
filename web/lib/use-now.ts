import { useEffect, useState } from 'react'

/** The time, renewed every minute: 'Today' and 'a minute ago' stay true while the page is left open. */
export const useNow = (everyMs = 60_000): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
