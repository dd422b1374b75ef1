import { useEffect, useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { isAt } from './lib/address-rules.ts'
import { inWords } from './lib/problems.ts'
import { followSignOut, listenToOtherTabs } from './lib/session/session.ts'
import { site } from './lib/site.ts'
import styles from './root-frame.module.css'
import { Button } from './ui/controls/button.tsx'
import { ErrorBoundary } from './ui/feedback/error-boundary.tsx'
import { Toasts } from './ui/feedback/toasts.tsx'
import { HasNavigated, PageHeading } from './ui/layout/heading.tsx'
import { NarrowPage } from './ui/layout/narrow-page.tsx'

// Only these show data of the account: they close when another tab signs out, the other pages stay.
const PRIVATE = ['/onboarding', '/dashboard', '/codes', '/payment/success', '/payment-success']

/** What surrounds every page. */
export const RootFrame = ({ children }: { children: ReactNode }): ReactNode => {
  const { key, pathname } = useLocation()
  const isPrivate = PRIVATE.some((path) => isAt(path, pathname))
  useSignOutElsewhere(isPrivate)

  return (
    <HasNavigated value={key !== 'default'}>
      {site.isSandbox && <SandboxRibbon />}
      <OfflineNotice />
      <ScrollToTop key={pathname} />
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
const ScrollToTop = (): ReactNode => {
  const isGoingBack = useNavigationType() === 'POP'
  useLayoutEffect(() => {
    if (!isGoingBack) window.scrollTo(0, 0)
  }, [isGoingBack])
  return null
}

export const SandboxRibbon = (): ReactNode => (
  <aside className={styles.ribbon} aria-label="Sandbox">
    <strong>Sandbox</strong> Only stand-ins here: no real text is sent.
  </aside>
)

/** Shows that there is no network, until there is one again. */
const OfflineNotice = (): ReactNode => {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.offline}>
          You are offline. What you see may be old, and nothing can be saved until you are connected again.
        </p>
      )}
    </div>
  )
}

const subscribe = (notify: () => void): (() => void) => {
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

/** Shown when a page fails, with a button that reloads it. */
const BrokenPage = ({ error }: { error: unknown }): ReactNode => (
  <NarrowPage>
    <PageHeading tab="Something went wrong">This page has stopped working</PageHeading>
    <p>{inWords(error)} What you did before is kept.</p>
    <Button onClick={() => window.location.reload()}>Load the page again</Button>
  </NarrowPage>
)
