import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { XeroLabel } from '../../../contracts/shared/review-rules.ts'
import { asks } from '../../lib/asks.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { LoadingRows } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { isSameLabel } from './rules-draft.ts'
import styles from '../settings-form.module.css'

const KINDS = [
  ['contact_group', 'Contact groups'],
  ['tracking_option', 'Tracking'],
] as const

/** What Xero has to choose from, read when it is opened: each reading is two calls of Xero. */
export const LabelsChoice = ({
  labels,
  onToggle,
}: {
  labels: XeroLabel[]
  onToggle: (label: XeroLabel) => void
}): ReactNode => {
  const { data, error, isFetching, refetch } = useQuery({
    ...asks('GET /api/sms/labels'),
    // Not under its address: each save asks again for what is there.
    queryKey: ['xero-labels'],
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
  if (error && !data)
    return <LoadError what="Xero’s groups could not be loaded." error={error} retry={refetch} />
  if (!data) return <LoadingRows count={3} label="Loading Xero’s groups" />
  return (
    <div className={styles.choice} tabIndex={-1} data-focus-heir>
      {data.notAsked !== null && (
        <Notice
          tone="warn"
          action={
            <Button look="plain" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {data.notAsked}
        </Notice>
      )}
      {data.notAsked === null && data.labels.length === 0 && (
        <p className={styles.hint}>
          Xero has no contact groups and no tracking yet. Make a group there under Contacts, then choose it
          here.
        </p>
      )}
      {KINDS.map(([kind, words]) => {
        const ofKind = data.labels.filter((label) => label.kind === kind)
        return (
          ofKind.length > 0 && (
            <fieldset key={kind}>
              <legend>{words}</legend>
              {ofKind.map((label) => (
                <label key={label.id} className={styles.check}>
                  <input
                    type="checkbox"
                    checked={labels.some((known) => isSameLabel(known, label))}
                    onChange={() => onToggle(label)}
                  />
                  <span dir="auto">{label.name}</span>
                </label>
              ))}
            </fieldset>
          )
        )
      })}
    </div>
  )
}
