import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import type { ReviewRequestResponse } from '../../contracts/review-requests.ts'
import { asks } from '../lib/asks.ts'
import { counted, dayAndTimeInWords, inMoney } from '../lib/words.ts'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { Story } from '../ui/layout/story.tsx'
import { reminderChunk } from './reminder-chunk.ts'
import { RequestActs } from './request-acts.tsx'

/** A text that was opened: its words, what it cost, each step of its way, and what can be done now. */
export const RequestDetails = ({ requestId }: { requestId: string }): ReactNode => {
  const { data, error, refetch } = useQuery(
    asks('GET /api/review-requests/{id}', { params: { id: requestId } }),
  )
  if (error && !data) return <LoadError what="This text could not be loaded." error={error} retry={refetch} />
  if (!data) return <LoadingRows count={2} label="Loading this text" />
  const { request, body, draft, steps, timeZone } = data
  return (
    <>
      <Story
        quote={body ?? draft?.body ?? null}
        facts={[
          ...(body === null ? [{ name: 'The text', words: withoutBody(data) }] : []),
          { name: 'Cost', words: costWords(data) },
          {
            name: 'What you can do',
            words: (request.failure ?? request.detail)?.todo ?? request.help ?? 'Nothing needs doing.',
          },
        ]}
        steps={steps.map(({ at, what }) => ({
          when: at === null ? '' : dayAndTimeInWords(at, timeZone),
          what,
        }))}
      />
      <RequestActs request={request} />
      {data.reminder && (
        <Suspense fallback={<LoadingRows count={1} label="Loading the reminder" />}>
          <reminderChunk.Component requestId={requestId} reminder={data.reminder} timeZone={timeZone} />
        </Suspense>
      )}
    </>
  )
}

const withoutBody = ({ request, draft }: ReviewRequestResponse): string => {
  if (request.sentAt) return 'Its words are not kept any more.'
  if (draft) return 'As it would go now. Change your message, and it changes with it.'
  return request.smsStatus === 'pending' ? 'It is written when it goes out.' : 'None was sent.'
}

const costWords = ({ request, cost, segments, draft }: ReviewRequestResponse): string => {
  if (cost === null) return 'Set aside until it is known whether it went out.'
  if (cost === 0) {
    if (draft && draft.cost !== null)
      return `Nothing so far; ${inMoney(draft.cost)} when it goes, ${counted(draft.segments, 'segment')}.`
    return request.smsStatus === 'pending' ? 'Nothing so far.' : 'Nothing.'
  }
  const price = `${inMoney(cost)}${segments ? `, ${counted(segments, 'segment')}` : ''}`
  return request.state === 'failed' ? `${price}: the phone network took it, and could not deliver it.` : price
}
