import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReviewGuess } from '../../contracts/reviews.ts'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { whoLooks } from '../lib/session/looking.ts'

/** A review that came while she looks shows by itself. */
const ASK_AGAIN_MS = 30_000

export type Order = 'newest' | 'unanswered-first'

/** Reviews page by page, in the order that she chose, once they are `wanted`. */
export const useReviews = (order: Order, wanted: boolean) => {
  const pages = useInfiniteQuery({
    queryKey: ['reviews', 'list', order],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/reviews', {
        query: { ...pageParam, order },
        signal,
      }),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
  })
  const first = pages.data?.pages[0]
  useLook(first?.readAt)
  return {
    ...pages,
    reviews: useMemo(() => pages.data?.pages.flatMap((page) => page.reviews) ?? [], [pages.data]),
    figures: first?.figures ?? null,
    seenAt: useFirst(first?.seenAt),
  }
}

/** What was new when this view opened stays marked, although she has seen it by now. */
const useFirst = <Value>(value: Value | undefined): Value | undefined => {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first
}

/** Says once for each view that she has looked; support that looks at her screens has not. */
const useLook = (readAt: string | undefined): void => {
  const isTold = useRef(false)
  useEffect(() => {
    if (readAt === undefined || isTold.current || whoLooks()) return
    isTold.current = true
    call('POST /api/reviews/seen', { body: { readAt } }).catch(() => {
      isTold.current = false
    })
  }, [readAt])
}

/** The text that a review probably came from, by the id of the review. */
export const useGuesses = (): Map<string, ReviewGuess> => {
  const { data } = useQuery({ ...asks('GET /api/reviews/guesses'), staleTime: 60_000 })
  return useMemo(() => new Map(data?.guesses.map((guess) => [guess.reviewId, guess])), [data])
}
