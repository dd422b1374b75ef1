import type { ReactNode } from 'react'
import { inWords } from '../../lib/problems.ts'
import { Notice } from './notice.tsx'

/** Why the act beside it was not done; nothing where it was, or was not tried yet. */
export const ActError = ({ error }: { error: unknown }): ReactNode =>
  error ? <Notice tone="bad">{inWords(error)}</Notice> : null
