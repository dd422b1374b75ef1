import type { ReactNode } from 'react'
import { inWords } from '../../lib/problems.ts'
import { Button } from '../controls/button.tsx'
import { Notice } from './notice.tsx'

/** What could not be loaded, why, and a button to try again. */
export const LoadError = ({
  what,
  error,
  retry,
  isRetrying = false,
}: {
  what: string
  error: unknown
  retry: () => unknown
  isRetrying?: boolean
}): ReactNode => (
  <Notice
    tone="bad"
    action={
      <Button look="plain" busy={isRetrying} onClick={() => void retry()}>
        Try again
      </Button>
    }
  >
    <p>{what}</p>
    <p>{inWords(error)}</p>
  </Notice>
)
