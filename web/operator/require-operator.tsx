import { useQuery } from '@tanstack/react-query'
import { createContext, use, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { OperatorSession } from '../../contracts/operator.ts'
import { call } from '../lib/api.ts'
import { inWords, isStatus } from '../lib/problems.ts'
import { Button, ButtonLink } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import { LoadingPage } from '../ui/layout/loading-page.tsx'
import { NarrowPage } from '../ui/layout/narrow-page.tsx'

/** Under which it is kept who is signed in; null: no operator. */
export const OPERATOR = ['operator', 'me']

const OperatorContext = createContext<OperatorSession | null>(null)

export const useOperator = (): OperatorSession => use(OperatorContext)!

/** Shows the console to an operator, and how to sign in to anybody else. */
export const RequireOperator = ({ children }: { children: ReactNode }): ReactNode => {
  const me = useQuery({
    queryKey: OPERATOR,
    queryFn: ({ signal }) => findOperator(signal),
    staleTime: 60_000,
  })
  if (me.data) return <OperatorContext value={me.data}>{children}</OperatorContext>
  if (me.data === null) return <SignIn />
  if (!me.isError) return <LoadingPage />
  return (
    <NarrowPage>
      <PageHeading tab="Not loaded">The console could not be loaded</PageHeading>
      <p role="alert">{inWords(me.error)}</p>
      <Button onClick={() => void me.refetch()}>Try again</Button>
    </NarrowPage>
  )
}

const findOperator = (signal: AbortSignal): Promise<OperatorSession | null> =>
  call('GET /api/operator/me', { signal }).catch((error: unknown) => {
    if (isStatus(error, 401)) return null
    throw error
  })

const REFUSALS: Record<string, string> = {
  'not-an-operator':
    'You are signed in there, but this address is not among the operators of this installation.',
  'not-ours': 'That sign-in was not begun in this browser, or it took too long. Please begin again.',
  declined: 'The sign-in was not completed.',
  unavailable: 'The sign-in service cannot be reached. Please try again in a moment.',
  failed: 'The sign-in did not work. If it happens again, the log of the server says why.',
}

const SignIn = (): ReactNode => {
  const [query] = useSearchParams()
  const refusal = REFUSALS[query.get('error') ?? '']
  return (
    <NarrowPage>
      <PageHeading tab="Operator’s console">Operator’s console</PageHeading>
      <p>For whoever runs this installation. Owners of businesses sign in elsewhere.</p>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <ButtonLink href="/api/operator/sign-in" wide>
        Sign in as an operator
      </ButtonLink>
    </NarrowPage>
  )
}
