import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { call } from '../lib/api.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { Wordmark } from '../ui/layout/wordmark.tsx'
import styles from './console-frame.module.css'
import { useOperator } from './require-operator.tsx'

const PAGES = [
  ['/operator', 'Businesses'],
  ['/operator/queue', 'Queue'],
  ['/operator/codes', 'Codes'],
  ['/operator/health', 'Health'],
  ['/operator/log', 'Audit log'],
] as const

/** What surrounds each page of the console. */
export const ConsoleFrame = ({ children }: { children: ReactNode }): ReactNode => {
  const { operator } = useOperator()
  const signOut = useMutation({
    mutationFn: () => call('POST /api/operator/sign-out'),
    onSettled: () => window.location.replace('/operator'),
  })
  return (
    <>
      <header className={styles.header}>
        <a className={styles.skip} href="#main">
          Skip to the page
        </a>
        <Link className={styles.home} to="/operator" aria-label="Goodword, the operator’s console">
          <Wordmark />
        </Link>
        <nav className={styles.nav} aria-label="Console">
          {PAGES.map(([to, words]) => (
            <NavLink key={to} to={to} end={to === '/operator'}>
              {words}
            </NavLink>
          ))}
        </nav>
        <div className={styles.end}>
          <span className={styles.who}>{operator}</span>
          <Button look="ghost" busy={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign Out
          </Button>
        </div>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
