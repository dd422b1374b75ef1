import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { ProfileLocation } from '../../contracts/reviews.ts'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { inWords } from '../lib/problems.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import styles from './reviews-connection.module.css'

export const CHOOSE_PROFILE = ['choose-profile']

/** Which of the owner’s profiles is read, as Google lists them now. */
export const ChooseProfile = ({ onChosen }: { onChosen: () => void }): ReactNode => {
  const { data, error, refetch } = useQuery({
    ...asks('GET /api/reviews/locations'),
    retry: false,
  })
  if (error && !data)
    return <LoadError what="Your profiles could not be loaded." error={error} retry={refetch} />
  if (!data) return <LoadingRows count={2} label="Loading your profiles at Google" />
  if (data.locations.length === 0)
    return (
      <Notice tone="warn">
        This Google account manages no business profile. Please connect with the account that does.
      </Notice>
    )
  return <Choices locations={data.locations} onChosen={onChosen} />
}

const Choices = ({
  locations,
  onChosen,
}: {
  locations: ProfileLocation[]
  onChosen: () => void
}): ReactNode => {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(locations.find(({ isSamePlace }) => isSamePlace)?.locationId ?? '')
  const choose = useMutation({
    mutationKey: CHOOSE_PROFILE,
    mutationFn: () => call('PUT /api/reviews/location', { body: { locationId: chosen } }),
    onSuccess: async (status) => {
      await keepAnswer(queries, 'GET /api/reviews/status', status)
      onChosen()
      const title = status.location?.title ?? 'the profile you chose'
      showToast('ok', `From now on we read the reviews of ${title}.`)
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    choose.mutate()
  }
  return (
    <form className={styles.choose} onSubmit={submit}>
      <fieldset className={styles.profiles}>
        <legend>Your profiles at Google</legend>
        {locations.map(({ locationId, title, address, isVerified, isSamePlace }) => (
          <label key={locationId}>
            <input
              type="radio"
              name="profile"
              checked={chosen === locationId}
              onChange={() => setChosen(locationId)}
            />
            <b dir="auto">{title}</b>
            <small>
              {[
                address,
                isSamePlace ? 'where your texts lead to' : null,
                isVerified ? null : 'not verified by Google yet',
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </label>
        ))}
      </fieldset>
      {choose.error && (
        <p className={styles.wrong} role="alert">
          {inWords(choose.error)}
        </p>
      )}
      <div className={styles.acts}>
        <Button type="submit" busy={choose.isPending} disabled={chosen === ''}>
          Read this profile’s reviews
        </Button>
      </div>
    </form>
  )
}
