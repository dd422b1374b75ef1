import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isCode } from '../lib/problems.ts'
import { Button } from '../ui/controls/button.tsx'

/** The way on from a save that was refused. Only what another window saved first is a reason to drop the draft. */
export const RefusalWay = ({ error, showSaved }: { error: unknown; showSaved: () => void }): ReactNode => {
  if (isCode(error, 'comparison-running'))
    return <Link to="/dashboard?tab=comparison">Open the comparison</Link>
  return (
    isCode(error, 'changed-meanwhile') && (
      <Button look="plain" onClick={showSaved}>
        Show what is saved now
      </Button>
    )
  )
}
