import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { GoogleStatus } from '../../contracts/businesses.ts'
import { call } from '../lib/api.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { inWords } from '../lib/problems.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { InTurn } from '../ui/layout/in-turn.tsx'
import styles from './google-page.module.css'

type Business = NonNullable<GoogleStatus['businessInfo']>

/** The review page that texts lead to; an owner may give a link of her own instead. */
export const ReviewLink = ({ business }: { business: Business }): ReactNode => {
  const [draft, setDraft] = useState<string | null>(null)
  const isOwn = business.isOwnReviewUrl
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (reviewUrl: string) =>
      call('PUT /api/google/business', {
        body: { placeId: business.placeId ?? '', ...(reviewUrl && { reviewUrl }) },
      }),
    onSuccess: async (status, saved) => {
      await keepAnswer(queries, 'GET /api/google/status', status)
      // What was typed meanwhile is not saved yet.
      setDraft((now) => (now === null || now.trim() === saved ? null : now))
      showToast(
        'ok',
        status.businessInfo?.isOwnReviewUrl
          ? 'Your own link is in use. Texts lead there, including those already sent.'
          : `The Google page of the business ${isOwn ? 'is in use again' : 'stays in use'}.`,
      )
    },
  })
  if (draft === null) {
    return (
      <InTurn turn={isOwn ? 'own' : 'of Google'} className={isOwn ? styles.mine : styles.link}>
        <span className={styles.page}>
          {business.reviewUrl ? (
            <a href={business.reviewUrl} target="_blank" rel="noreferrer">
              Open your review page
            </a>
          ) : (
            'None yet'
          )}
          {isOwn && <Badge tone="ok">Your own link</Badge>}
        </span>
        {isOwn && <p className={styles.address}>{business.reviewUrl}</p>}
        {business.placeId && (
          <span className={styles.ways}>
            <Button look="ghost" onClick={() => setDraft(isOwn ? (business.reviewUrl ?? '') : '')}>
              {isOwn ? 'Change my own link' : 'Use my own link'}
            </Button>
            {isOwn && (
              <Button look="ghost" busy={save.isPending} onClick={() => save.mutate('')}>
                Use the Google page of the business again
              </Button>
            )}
          </span>
        )}
        {save.isError && (
          <p role="alert" className={styles.wrong}>
            {inWords(save.error)}
          </p>
        )}
      </InTurn>
    )
  }
  return (
    <InTurn turn="writing">
      <form
        className={styles.own}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(draft.trim())
        }}
      >
        <label htmlFor="own-link">Your own link</label>
        <p id="own-link-hint">
          It begins with https://. Leave it empty to use the Google page of the business.
        </p>
        <input
          id="own-link"
          type="url"
          inputMode="url"
          placeholder="https://g.page/r/…"
          value={draft}
          aria-describedby="own-link-hint"
          aria-invalid={save.isError || undefined}
          onChange={(event) => {
            setDraft(event.target.value)
            if (save.isError) save.reset()
          }}
        />
        {save.isError && (
          <p role="alert" className={styles.wrong}>
            {inWords(save.error)}
          </p>
        )}
        <div className={styles.link}>
          <Button type="submit" busy={save.isPending}>
            Save link
          </Button>
          <Button
            look="ghost"
            onClick={() => {
              save.reset()
              setDraft(null)
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </InTurn>
  )
}
