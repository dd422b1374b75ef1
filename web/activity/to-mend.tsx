import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { asks } from '../lib/asks.ts'
import { inWords } from '../lib/problems.ts'
import { inNumber } from '../lib/words.ts'
import { ActLink } from '../ui/controls/act-link.tsx'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './activity-page.module.css'
import { ActivityRow, type OfText } from './activity-row.tsx'
import { lookInWords, type Look } from './look-again-words.ts'
import { useLookAgain } from './use-look-again.ts'

/** The recent payments whose customer could not be reached by text: the largest first, with what can be done. */
export const ToMend = ({ ofText }: { ofText: OfText }): ReactNode => {
  const { data, error, isPending, refetch } = useQuery(asks('GET /api/activity/to-mend'))
  const { look, begin } = useLookAgain()
  if (isPending) return <LoadingRows count={4} label="Loading what you can mend" />
  if (error && !data) return <LoadError what="The list could not be loaded." error={error} retry={refetch} />
  const { items, count, timeZone, isSwitchedOn } = data
  return (
    <div className={styles.list}>
      {items.length > 0 && (
        <div className={styles.mend}>
          <p>
            If a number in Xero is wrong or missing, put it right there. We mostly notice; if not, press Look
            again.
            {items.some(({ outcome }) => outcome === 'failed') &&
              ' Customers whose text did not arrive are asked with their next invoice.'}
            {count > items.length && ` The largest ${items.length} of ${inNumber(count)} are shown.`}
          </p>
          <Button
            look="plain"
            busy={look?.state === 'under-way'}
            onClick={() => void begin(items.map(({ invoiceId }) => invoiceId))}
          >
            {items.length === 1 ? 'Look again' : `Look again for all ${items.length}`}
          </Button>
        </div>
      )}
      {!isSwitchedOn && items.length > 0 && (
        <Notice tone="warn" action={<ActLink act={{ words: 'Open SMS Setup', url: '/dashboard?tab=sms' }} />}>
          Review requests are switched off, so nobody can be asked. Switch them on, then look again.
        </Notice>
      )}
      {look && <Outcome look={look} />}
      {items.length === 0 ? (
        <EmptyState title="Nothing to mend">
          Customers of the last 14 days whom we could not reach by text will stand here: no mobile in Xero, a
          country that we do not text, or a text that did not arrive.
        </EmptyState>
      ) : (
        <ul className={styles.rows} aria-label="To mend" tabIndex={-1} data-focus-heir>
          {items.map((item) => (
            <li key={item.invoiceId}>
              <ActivityRow item={item} timeZone={timeZone} ofText={ofText} hasDay />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Outcome = ({ look }: { look: Look }): ReactNode => {
  const words = lookInWords(look)
  if (look.state === 'stopped')
    return (
      <Notice tone="bad">
        {words} {inWords(look.error)}
      </Notice>
    )
  return <Notice tone={look.state === 'ended' && look.left < look.of ? 'ok' : 'wait'}>{words}</Notice>
}
