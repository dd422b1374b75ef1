import { useQueryClient, type Query } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { inWords } from '../../lib/problems.ts'
import { Button } from '../controls/button.tsx'
import { Notice } from './notice.tsx'

/** What could not be loaded, why, and a button to try again; what else on the page had failed is asked for with it. */
export const LoadError = ({
  what,
  error,
  retry,
}: {
  what: string
  error: unknown
  retry: () => unknown
}): ReactNode => {
  const queries = useQueryClient()
  const tryAgain = (): void => {
    void retry()
    const failed = { type: 'active', predicate: ({ state }: Query) => state.status === 'error' } as const
    void queries.refetchQueries(failed, { cancelRefetch: false })
  }
  return (
    <Notice
      tone="bad"
      action={
        <Button look="plain" onClick={tryAgain}>
          Try again
        </Button>
      }
    >
      <p>{what}</p>
      <p>{inWords(error)}</p>
    </Notice>
  )
}
