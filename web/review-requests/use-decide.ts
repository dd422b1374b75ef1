import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type {
  RequestChoice,
  ReviewRequestPage,
  ReviewRequestResponse,
} from '../../contracts/review-requests.ts'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { inWords } from '../lib/problems.ts'
import { useAct } from '../lib/use-act.ts'
import { endToasts, showToast } from '../ui/feedback/toasts.tsx'
import { replaceIn } from './list/timeline-items.ts'
import { goesInWords, isOver, kindOf, sendsAtOnce, sendsAtOnceWords, type Choosable } from './send-words.ts'
import { withRequests, type RequestFilter } from './use-live-updates.ts'

const CALLS = {
  'send-now': 'POST /api/review-requests/{id}/send-now',
  hold: 'POST /api/review-requests/{id}/hold',
  resume: 'POST /api/review-requests/{id}/resume',
  cancel: 'POST /api/review-requests/{id}/cancel',
  'undo-cancel': 'POST /api/review-requests/{id}/undo-cancel',
} as const satisfies Record<RequestChoice, string>

/** What an owner decides about one text: shown at once wherever it stands, and said, with the way back. */
export const useDecide = (text: Choosable) => {
  const queries = useQueryClient()
  return useAct((choice: RequestChoice) => decide(queries, text, choice), {
    // It is not as it was shown: neither is what was said of it.
    onError: () => {
      endToasts(about(text._id))
      lookAgain(queries)
      readListAgain(queries)
    },
  })
}

const decide = async (queries: QueryClient, text: Choosable, choice: RequestChoice): Promise<void> => {
  const { _id: id } = text
  const answer = await call(CALLS[choice], { params: { id } })
  keep(queries, answer)
  lookAgain(queries)
  const undo = () =>
    decide(queries, { ...answer.request, isReminder: text.isReminder }, 'undo-cancel').catch(
      (error: unknown) => {
        lookAgain(queries)
        readListAgain(queries)
        showToast('bad', inWords(error), { about: about(id) })
      },
    )
  const undoOrAsk = (): void => {
    if (!sendsAtOnce('undo-cancel', answer.request, Date.now())) return void undo()
    showToast('plain', sendsAtOnceWords('undo-cancel', answer.request), {
      about: about(id),
      action: { words: 'Send it', act: () => void undo() },
    })
  }
  showToast('ok', saidOf(choice, answer, text), {
    about: about(id),
    action: choice === 'cancel' ? { words: 'Undo', act: undoOrAsk } : undefined,
  })
}

/** One message for each text: that of an earlier decision, with its Undo, gives way. */
const about = (id: string): string => `text ${id}`

const lookAgain = (queries: QueryClient): void => {
  void queries.invalidateQueries({ queryKey: ['review-requests'] })
  void queries.invalidateQueries({ queryKey: ['activity'] })
}

/** It may stand on any page of it. */
const readListAgain = (queries: QueryClient): void => {
  void queries.invalidateQueries({ queryKey: ['timeline'] })
}

const keep = (queries: QueryClient, answer: ReviewRequestResponse): void => {
  const { request } = answer
  queries.setQueryData(
    asks('GET /api/review-requests/{id}', { params: { id: request._id } }).queryKey,
    answer,
  )
  const lists = queries.getQueriesData<InfiniteData<ReviewRequestPage>>({ queryKey: ['timeline'] })
  for (const [queryKey, known] of lists) {
    if (!known) continue
    const pages = known.pages.map(({ requests }) => requests)
    const { order } = queryKey[1] as RequestFilter
    queries.setQueryData(queryKey, withRequests(known, replaceIn(pages, request, order)))
  }
}

const saidOf = (choice: RequestChoice, answer: ReviewRequestResponse, text: Choosable): string => {
  const who = answer.request.customerName ?? 'This customer'
  if (choice === 'cancel') return `${who} gets no ${kindOf(text)}.`
  if (choice === 'hold') return `Held back: ${who} gets no ${kindOf(text)} until you release it.`
  if (choice === 'send-now') return `The ${kindOf(text)} to ${who} goes out now.`
  return goesInWords(answer, { wasOver: isOver(text, Date.now()), now: Date.now(), kind: kindOf(text) })
}
