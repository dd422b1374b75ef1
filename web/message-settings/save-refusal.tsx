import type { ReactNode } from 'react'
import { inWords, isStatus } from '../lib/problems.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './settings-form.module.css'
import { useInSight } from './use-in-sight.ts'

/** Why a part was not saved; where another window saved it first, the way to what is saved now. */
export const SaveRefusal = ({
  error,
  showSaved,
}: {
  error: Error | null
  showSaved: () => void
}): ReactNode => {
  const place = useInSight(error !== null)
  return (
    <div ref={place} className={styles.refusal}>
      {error !== null && (
        <Notice
          tone="bad"
          action={
            isStatus(error, 409) && (
              <Button look="plain" onClick={showSaved}>
                Show what is saved now
              </Button>
            )
          }
        >
          {inWords(error)}
        </Notice>
      )}
    </div>
  )
}
