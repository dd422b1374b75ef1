import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type {
  RequestChoice,
  ReviewRequest,
  ReviewRequestPage,
  ReviewRequestResponse,
} from '../../contracts/review-requests.ts'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { inWords } from '../lib/problems.ts'
import { useAct } from '../lib/use-act.ts'
import { endToasts, showToast } from '../ui/feedback/toasts.tsx'

const CALLS = {
  'send-now': 'POST /api/review-requests/{id}/send-now',
  hold: 'POST /api/review-requests/{id}/hold',
  resume: 'POST /api/review-requests/{id}/resume',
  cancel: 'POST /api/review-requests/{id}/cancel',
  'undo-cancel': 'POST /api/review-requests/{id}/undo-cancel',
} as const satisfies Record<RequestChoice, string>

/** What an owner decides about one text: shown at once wherever it stands, and said, with the way back. */
export const useDecide = (id: string) => {
  const queries = useQueryClient()
  return useAct((choice: RequestChoice) => decide(queries, id, choice), {
    // It is not as it was shown: neither is what was said of it.
    onError: () => {
      endToasts(about(id))
      lookAgain(queries)
    },
  })
}

const decide = async (queries: QueryClient, id: string, choice: RequestChoice): Promise<void> => {
  const answer = await call(CALLS[choice], { params: { id } })
  keep(queries, answer)
  lookAgain(queries)
  const undo = () =>
    decide(queries, id, 'undo-cancel').catch((error: unknown) => {
      lookAgain(queries)
      showToast('bad', inWords(error), { about: about(id) })
    })
  showToast('ok', saidOf(choice, answer.request), {
    about: about(id),
    action: choice === 'cancel' ? { words: 'Undo', act: () => void undo() } : undefined,
  })
}

/** One message for each text: that of an earlier decision, with its Undo, gives way. */
const about = (id: string): string => `text ${id}`

const lookAgain = (queries: QueryClient): void => {
  void queries.invalidateQueries({ queryKey: ['review-requests'] })
  void queries.invalidateQueries({ queryKey: ['activity'] })
}

const keep = (queries: QueryClient, answer: ReviewRequestResponse): void => {
  const { request } = answer
  queries.setQueryData(
    asks('GET /api/review-requests/{id}', { params: { id: request._id } }).queryKey,
    answer,
  )
  queries.setQueriesData<InfiniteData<ReviewRequestPage>>(
    { queryKey: ['timeline'] },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          requests: page.requests.map((one) => (one._id === request._id ? request : one)),
        })),
      },
  )
}

const saidOf = (choice: RequestChoice, { customerName, state, detail }: ReviewRequest): string => {
  const who = customerName ?? 'This customer'
  if (choice === 'cancel') return `${who} gets no text.`
  if (choice === 'hold') return `Held back: ${who} gets no text until you release it.`
  if (choice === 'send-now') return `The text to ${who} goes out now.`
  return state === 'held' ? `The text to ${who} is held again.` : `${who}: ${detail?.what ?? 'it goes out.'}`
}
