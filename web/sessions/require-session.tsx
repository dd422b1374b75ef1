import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { User } from '../../contracts/sessions.ts'
import { call } from '../lib/api.ts'
import { CurrentUserContext } from '../lib/session/current-user.ts'
import { inWords, isStatus } from '../lib/problems.ts'
import { listenToOtherTabs, rememberPlace } from '../lib/session/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import { NarrowPage } from '../ui/layout/narrow-page.tsx'
import { GoogleButton } from './google-button.tsx'
import { ME } from './load-user.ts'
import { redirectFor } from './redirect-rules.ts'

/** Renders its children for a signed-in user, and redirects where the account is not ready for the page. */
export const RequireSession = ({
  loading,
  children,
}: {
  loading: ReactNode
  children: ReactNode
}): ReactNode => {
  const location = useLocation()
  const queries = useQueryClient()
  const me = useQuery(ME)
  const user = me.data
  const current = useMemo(
    () => user && { user, replaceUser: (next: User) => queries.setQueryData(ME.queryKey, next) },
    [user, queries],
  )
  useEffect(() => listenToOtherTabs((news) => news === 'signed-in' && void readAgain(queries)), [queries])

  if (me.isError && !user) return <NotLoaded error={me.error} retry={() => void me.refetch()} />
  if (!current) return loading
  const elsewhere = redirectFor(location, current.user)
  if (elsewhere) return <Navigate to={elsewhere} replace />
  return <CurrentUserContext value={current}>{children}</CurrentUserContext>
}

/** Everything, for whoever signed in; where it is herself, what she was writing stays. */
const readAgain = async (queries: QueryClient): Promise<void> => {
  const before = queries.getQueryData<User>(ME.queryKey)?.id
  const now = await call('GET /api/auth/me').catch(() => undefined)
  await (now && now.user.id === before ? queries.invalidateQueries() : queries.resetQueries())
}

const NotLoaded = ({ error, retry }: { error: unknown; retry: () => void }): ReactNode => {
  if (isStatus(error, 401)) return <BackFromPaying />
  return (
    <NarrowPage>
      <PageHeading tab="Not loaded">We could not load your account</PageHeading>
      <p role="alert">{inWords(error)}</p>
      <Button onClick={retry}>Try again</Button>
    </NarrowPage>
  )
}

/** On the way back from a payment the page stays open without a session, and signing in leads back to it. */
const BackFromPaying = (): ReactNode => {
  const hasPaid = new URLSearchParams(useLocation().search).get('payment') === 'success'
  useEffect(rememberPlace, [])
  return (
    <NarrowPage>
      <PageHeading tab="Sign in">Sign in to see your dashboard</PageHeading>
      <p>
        {hasPaid
          ? 'If you have just paid, your payment is safe: it is in your funds, or on its way there.'
          : 'If you have just left the payment page, nothing was charged.'}
      </p>
      <GoogleButton intent="sign-in" />
    </NarrowPage>
  )
}
