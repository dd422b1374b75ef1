import { createContext, use, useEffect, useRef, type ReactNode } from 'react'

/**
 * True once the person has moved between pages: then the new page's heading takes the focus, so that it is read out.
 */
export const HasNavigated = createContext(false)

/** The page's one heading, and its title in the browser's tab. */
export const PageHeading = ({
  children,
  tab,
  takesFocus = false,
}: {
  children: ReactNode
  tab: string
  /** It begins a new step of a page that has long been open. */
  takesFocus?: boolean
}): ReactNode => {
  const heading = useRef<HTMLHeadingElement>(null)
  const hasNavigated = use(HasNavigated)
  useEffect(() => {
    if (hasNavigated || takesFocus) heading.current?.focus()
    // Only on arrival: a heading whose words change must not steal the focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <>
      <title>{`${tab} · Goodword`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
    </>
  )
}
