import { useEffect, type ReactNode } from 'react'
import { Unreachable } from '../../lib/problems.ts'
import { TabPage } from '../../ui/layout/tab-page.tsx'
import { Trouble } from '../../ui/feedback/load-error.tsx'

/** A tab that broke, or that could not be fetched: then it comes as soon as there is a network again. */
export const BrokenTab = ({ error, name }: { error: unknown; name: string }): ReactNode => {
  const isOutOfReach = error instanceof Unreachable
  useEffect(() => {
    if (!isOutOfReach) return undefined
    const reload = (): void => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isOutOfReach])
  return (
    <TabPage title={name}>
      <Trouble
        what={isOutOfReach ? 'This tab could not be loaded.' : 'This tab has stopped working.'}
        error={error}
        // A reload without a network would lose the whole dashboard.
        retry={() => navigator.onLine && window.location.reload()}
      />
    </TabPage>
  )
}
