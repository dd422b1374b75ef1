import type { ReactNode } from 'react'
import { inWords } from '../lib/problems.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { RefusalWay } from './refusal-way.tsx'
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
        <Notice tone="bad" action={<RefusalWay error={error} showSaved={showSaved} />}>
          {inWords(error)}
        </Notice>
      )}
    </div>
  )
}
