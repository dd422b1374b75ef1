import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { ReviewsMail } from '../../contracts/notices.ts'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { site } from '../lib/site.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Switch } from '../ui/controls/switch.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { ToCome } from '../ui/layout/to-come.tsx'
import styles from './notices-switch.module.css'

/** Which mails she gets. */
export const NoticesSwitch = (): ReactNode => {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(asks('GET /api/account/notices'))
  const change = useMutation({
    mutationFn: (body: { isOn?: boolean; hasLetter?: boolean; reviews?: ReviewsMail }) =>
      call('PUT /api/account/notices', { body }),
    onSuccess: (answer) => keepAnswer(queries, 'GET /api/account/notices', answer),
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'notices' },
  })
  if (error && !data)
    return <LoadError what="Your mail settings could not be loaded." error={error} retry={refetch} />
  const now = data ?? TO_COME
  const Rows = data ? Fragment : ToCome
  return (
    <>
      <Rows>
        <Switch
          label="E-mail me before texts stop"
          hint="When your funds run low or Xero is disconnected, once a day at most. Also before many texts go out one after the other, so that you can skip them."
          isOn={now.isOn}
          isBusy={change.isPending}
          onChange={(isOn) => change.mutate({ isOn })}
        />
        <Switch
          label="E-mail me a letter each Monday"
          hint="After a week in which something was paid: who was asked, who was not and why, and how long your funds last."
          isOn={now.hasLetter}
          isBusy={change.isPending}
          onChange={(hasLetter) => change.mutate({ hasLetter })}
        />
        {now.reviews !== null && (
          <p className={styles.reviews}>
            <label htmlFor="reviews-mail">E-mail me about new reviews</label>
            <select
              id="reviews-mail"
              aria-describedby="reviews-mail-hint"
              value={(change.isPending && change.variables.reviews) || now.reviews}
              aria-busy={change.isPending || undefined}
              // Not disabled meanwhile: who uses the keyboard would lose her place.
              onChange={(event) => change.mutate({ reviews: event.target.value as ReviewsMail })}
            >
              <option value="at-once">At once, once an hour at most</option>
              <option value="weekly">
                {now.hasLetter ? 'In the letter on Monday' : 'In the letter on Monday (it is off)'}
              </option>
              <option value="never">Never</option>
            </select>
            <span id="reviews-mail-hint">
              Once your Google profile is connected. The mail says how many there are, and not what they say.
            </span>
          </p>
        )}
      </Rows>
      <ActError error={change.error} />
    </>
  )
}

/** As high as what comes. */
const TO_COME = { isOn: true, hasLetter: true, reviews: site.hasReviews ? 'weekly' : null } as const
