import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { Unreachable } from '../../lib/problems.ts'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { LoadingRows, Skeleton } from '../../ui/feedback/loading.tsx'
import { HasNavigated } from '../../ui/layout/heading.tsx'
import { PageFoot } from '../../ui/layout/page-foot.tsx'
import { OpensBeside } from '../../ui/layout/small-print.tsx'
import { TabPage } from '../../ui/layout/tab-page.tsx'
import { Banners, useAreBannersKnown } from './banners.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import styles from './dashboard-page.module.css'
import { GuardedTab } from './guarded-tab.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { tabOf, TABS, type Tab } from './tabs.ts'
import { useChanges } from './use-changes.ts'

/** What stands around every tab. `show` gives the tab itself. */
export const DashboardPage = ({
  onSignOut,
  show,
  onSettled,
}: {
  onSignOut: () => void
  show: (tab: Tab) => ReactNode
  /** Once all that the first tab needs is there. */
  onSettled: () => void
}): ReactNode => {
  const { user } = useCurrentUser()
  useChanges()
  // The tab loads its data meanwhile, and shows once no banner can push it down.
  const isSettled = useAreBannersKnown()
  const { search, hash } = useLocation()
  const asked = tabOf(search)
  // A part of a tab that is asked for comes into view by itself.
  const isPart = hash !== ''
  const hasMoved = useTopOfTab(asked, isPart) && !isPart
  const [isDirty, setIsDirty] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isSettled) return
    onSettled()
    // The heading of a tab that was opened meanwhile could not take the focus: it was not shown yet.
    if (hasMoved) main.current?.querySelector('h1')?.focus()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isSettled])
  return (
    <OpensBeside value={isDirty}>
      <DashboardHeader
        user={user}
        current={asked}
        onSignOut={() => (isDirty ? setIsLeaving(true) : onSignOut())}
      />
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        <Banners current={asked} isSettled={isSettled} />
        {!isSettled && <LoadingTab />}
        <GuardedTab asked={asked} isDirty={isDirty} onDirty={setIsDirty}>
          {(tab) => (
            <HasNavigated value={hasMoved}>
              <div className={isSettled ? undefined : styles.notYet}>
                <ErrorBoundary resetOn={tab} broken={(error) => <BrokenTab error={error} name={TABS[tab]} />}>
                  <Suspense key={tab} fallback={<LoadingTab />}>
                    {show(tab)}
                  </Suspense>
                </ErrorBoundary>
              </div>
            </HasNavigated>
          )}
        </GuardedTab>
      </main>
      <PageFoot />
      <LeaveQuestion
        isOpen={isLeaving}
        onStay={() => setIsLeaving(false)}
        onLeave={() => {
          setIsLeaving(false)
          onSignOut()
        }}
      />
    </OpensBeside>
  )
}

/** A new tab begins at its top; Back finds the place that was left. True once the owner has gone to another tab. */
const useTopOfTab = (tab: Tab, isPart: boolean): boolean => {
  const isGoingBack = useNavigationType() === 'POP'
  const first = useRef(tab)
  const hasMoved = useRef(false)
  if (tab !== first.current) hasMoved.current = true
  useEffect(() => {
    if (!isGoingBack && !isPart) window.scrollTo(0, 0)
    // Only another tab is another page: a search or a month is not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [tab])
  return hasMoved.current
}

const LoadingTab = (): ReactNode => (
  <div className={styles.waiting}>
    <Skeleton width="12rem" height="2rem" />
    <Skeleton width="20rem" />
    <LoadingRows label="Loading" />
  </div>
)

/** A tab that broke, or that could not be fetched: then it comes as soon as there is a network again. */
const BrokenTab = ({ error, name }: { error: unknown; name: string }): ReactNode => {
  const isOutOfReach = error instanceof Unreachable
  useEffect(() => {
    if (!isOutOfReach) return undefined
    const reload = (): void => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isOutOfReach])
  return (
    <TabPage title={name}>
      <LoadError
        what={isOutOfReach ? 'This tab could not be loaded.' : 'This tab has stopped working.'}
        error={error}
        // A reload without a network would lose the whole dashboard.
        retry={() => navigator.onLine && window.location.reload()}
      />
    </TabPage>
  )
}
