import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ReviewsStatus } from '../../contracts/reviews.ts'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { inWords } from '../lib/problems.ts'
import { useNow } from '../lib/use-now.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { agoInWords } from '../lib/ago-words.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Fact, Facts } from '../ui/layout/facts.tsx'
import { InTurn, Passing } from '../ui/layout/in-turn.tsx'
import { CHOOSE_PROFILE, ChooseProfile } from './choose-profile.tsx'
import { DetachDialog } from './detach-dialog.tsx'
import styles from './reviews-connection.module.css'
import { returnWords, STATE_WORDS } from './reviews-words.ts'

/** Whether we may read the owner’s reviews, of which profile, and the ways in and out. */
export const ReviewsConnection = (): ReactNode => {
  const { data, error, refetch } = useQuery({
    ...asks('GET /api/reviews/status'),
    // Giving our access back takes a moment.
    refetchInterval: ({ state }) => (state.data?.state === 'detaching' ? 3_000 : false),
  })
  const [search] = useSearchParams()
  const said = returnWords(search.get('reviews'))
  return (
    <section className={styles.section} aria-labelledby="reviews-connection" tabIndex={-1} data-focus-heir>
      <h2 id="reviews-connection">Your reviews</h2>
      {said && <Notice tone={said.tone}>{said.words}</Notice>}
      {data ? (
        <Connection status={data} />
      ) : error ? (
        <LoadError what="The connection of your reviews could not be loaded." error={error} retry={refetch} />
      ) : (
        <LoadingRows count={2} label="Loading the connection of your reviews" />
      )}
    </section>
  )
}

const Connection = ({ status }: { status: ReviewsStatus }): ReactNode => {
  const now = useNow()
  const timeZone = useTimeZone()
  const [isOpen, setIsOpen] = useState<'nothing' | 'choosing' | 'detaching'>('nothing')
  const close = (): void => setIsOpen('nothing')
  const isSaving = useIsMutating({ mutationKey: CHOOSE_PROFILE }) > 0
  const { state, message, location, lastReadAt } = status
  const { words, tone } = STATE_WORDS[state]
  if (state === 'disconnected') return <Invitation />
  const mayChoose = state === 'connected' || state === 'unreachable'
  const isChoosing = state === 'choosing' || (mayChoose && isOpen === 'choosing')
  return (
    <>
      {message && <Notice tone={tone === 'bad' ? 'bad' : 'wait'}>{message}</Notice>}
      <Facts>
        <Fact name="Reviews">
          <Badge tone={tone}>{words}</Badge>
        </Fact>
        {location && (
          <Fact name="Profile">
            <b dir="auto">{location.title ?? 'Your profile at Google'}</b>
            {!location.isSamePlace && <p>This is not the business that your texts lead to.</p>}
          </Fact>
        )}
        {location && (
          <Fact name="Last read">
            {lastReadAt
              ? `Reviews were last read ${agoInWords(lastReadAt, now, timeZone)}.`
              : 'Reviews have not been read yet.'}
          </Fact>
        )}
      </Facts>
      <InTurn turn={isChoosing ? 'choosing' : mayChoose ? 'chosen' : state} className={styles.section}>
        {isChoosing && <ChooseProfile onChosen={close} />}
        {state !== 'detaching' && (
          <div className={styles.acts}>
            {state === 'needs-reauth' && <ConnectButton words="Connect your reviews again" />}
            {mayChoose && (
              <Button
                look="plain"
                disabled={isSaving}
                onClick={() => setIsOpen(isChoosing ? 'nothing' : 'choosing')}
              >
                {isChoosing ? 'Keep this profile' : 'Choose another profile'}
              </Button>
            )}
            <Button look="plain" onClick={() => setIsOpen('detaching')}>
              Disconnect reviews
            </Button>
          </div>
        )}
      </InTurn>
      {isOpen === 'detaching' && (
        <Passing>
          <DetachDialog onClose={close} />
        </Passing>
      )}
    </>
  )
}

const Invitation = (): ReactNode => (
  <>
    <p className={styles.lead}>
      Let Goodword read the reviews of your business, and see here what your customers write. Google asks you
      first. We only read: nothing is written, answered or changed at Google, and a copy is kept for 30 days
      at most.
    </p>
    <div className={styles.acts}>
      <ConnectButton words="Connect your reviews" />
    </div>
  </>
)

/** Leaves for Google in this tab, and comes back to this page. */
const ConnectButton = ({ words }: { words: string }): ReactNode => {
  const connect = useMutation({
    mutationFn: () => call('POST /api/reviews/connect'),
    onSuccess: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
  })
  return (
    <>
      <Button busy={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
        {words}
      </Button>
      {connect.error && (
        <p className={styles.wrong} role="alert">
          {inWords(connect.error)}
        </p>
      )}
    </>
  )
}
