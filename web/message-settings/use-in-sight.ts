import { useEffect, useRef, type RefObject } from 'react'

/** What has gone wrong may stand far from the button that saves: it is scrolled to when it begins to show. */
export const useInSight = (isShown: boolean): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isShown) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return place
}
