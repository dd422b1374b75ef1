import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { SUPPORT_HOURS } from '../../contracts/shared/operator-terms.ts'
import type { SupportState } from '../../contracts/support.ts'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { counted, momentInWords } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { InTurn } from '../ui/layout/in-turn.tsx'
import styles from './support-section.module.css'

/** What support may see of the owner's screens, and what was done about her business. */
export const SupportSection = ({ log }: { log: (timeZone: string | undefined) => ReactNode }): ReactNode => {
  const timeZone = useTimeZone()
  const { data, error, refetch } = useQuery(asks('GET /api/support'))
  return (
    <section className={styles.section} aria-labelledby="support">
      <h2 id="support">Our support</h2>
      {error && !data ? (
        <LoadError what="What you allow support could not be loaded." error={error} retry={refetch} />
      ) : data ? (
        <Consent state={data} timeZone={timeZone} />
      ) : (
        <div className={styles.card}>
          <Skeleton width="60%" />
        </div>
      )}
      <h3>What was done about your business</h3>
      {log(timeZone)}
    </section>
  )
}

const Consent = ({ state, timeZone }: { state: SupportState; timeZone: string | undefined }): ReactNode => {
  const queries = useQueryClient()
  const [hours, setHours] = useState<number>(SUPPORT_HOURS[1])
  const keep = async (next: SupportState): Promise<void> => {
    await keepAnswer(queries, 'GET /api/support', next)
    showToast('ok', next.mayLookUntil ? MAY_LOOK : MAY_NOT_LOOK, { about: 'support' })
    void queries.invalidateQueries({ queryKey: ['support', 'log'] })
  }
  const allow = useMutation({
    mutationFn: () => call('POST /api/support/consent', { body: { hours } }),
    onSuccess: keep,
  })
  const stop = useMutation({ mutationFn: () => call('POST /api/support/withdraw'), onSuccess: keep })
  const failed = allow.error ?? stop.error
  return (
    <InTurn turn={state.mayLookUntil ? 'open' : 'closed'} className={styles.card}>
      {state.mayLookUntil ? (
        <>
          <p>
            <b>Support may look at your screens until {momentInWords(state.mayLookUntil, timeZone)}.</b> They
            see what you see, and can change and download nothing.
          </p>
          <Button look="plain" busy={stop.isPending} onClick={() => stop.mutate()}>
            Stop it now
          </Button>
        </>
      ) : (
        <>
          <p>
            Support does not see your customers’ names and numbers. If you ask us something, you may let us
            look at your screens for some time. We can change and download nothing, and each look is listed
            below.
          </p>
          <div className={styles.row}>
            <select
              aria-label="For how long"
              value={hours}
              onChange={(event) => setHours(Number(event.target.value))}
            >
              {SUPPORT_HOURS.map((one) => (
                <option key={one} value={one}>
                  For {counted(one, 'hour')}
                </option>
              ))}
            </select>
            <Button look="plain" busy={allow.isPending} onClick={() => allow.mutate()}>
              Let support look
            </Button>
          </div>
        </>
      )}
      <ActError error={failed} />
    </InTurn>
  )
}

const MAY_LOOK = 'Thank you. Support can look at your screens now.'
const MAY_NOT_LOOK = 'Support cannot look at your screens any more.'
