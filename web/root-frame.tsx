import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { BrokenPage } from './broken-page.tsx'
import { followSignOut, listenToOtherTabs } from './lib/session.ts'
import { site } from './lib/site.ts'
import { ErrorBoundary } from './ui/feedback/error-boundary.tsx'
import { HasNavigated } from './ui/layout/heading.tsx'
import { OfflineNotice } from './ui/feedback/offline-notice.tsx'
import { SandboxRibbon } from './ui/sandbox-ribbon.tsx'
import { Toasts } from './ui/feedback/toasts.tsx'

// Only these show what belongs to one person; the rest stay when somebody signs out in another tab.
const PRIVATE = /^\/(onboarding|dashboard|codes|payment)/

/** What surrounds every page. */
export const RootFrame = ({ children }: { children: ReactNode }): ReactNode => {
  const { key, pathname } = useLocation()
  const isPrivate = PRIVATE.test(pathname)
  useSignOutElsewhere(isPrivate)

  return (
    <HasNavigated value={key !== 'default'}>
      {site.isSandbox && <SandboxRibbon />}
      <OfflineNotice />
      <TopOfPage key={pathname} />
      <ErrorBoundary resetOn={pathname} broken={(error) => <BrokenPage error={error} />}>
        {children}
      </ErrorBoundary>
      <Toasts />
    </HasNavigated>
  )
}

const useSignOutElsewhere = (isPrivate: boolean): void => {
  useEffect(() => {
    if (!isPrivate) return undefined
    const stopListening = listenToOtherTabs(followSignOut)
    // The back button may bring this page back as it was, after a sign-out.
    const refresh = (event: PageTransitionEvent): void => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', refresh)
    return () => {
      stopListening()
      window.removeEventListener('pageshow', refresh)
    }
  }, [isPrivate])
}

/** A new page begins at its top; back and forward find the place that was left. */
const TopOfPage = (): ReactNode => {
  const isGoingBack = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    if (!isGoingBack) window.scrollTo(0, 0)
  }, [isGoingBack])
  return null
}
