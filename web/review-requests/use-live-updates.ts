import { useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReviewRequestPage } from '../../contracts/review-requests.ts'
import { asks } from '../lib/asks.ts'
import { isReadWhole, mergeNewest } from './list/timeline-items.ts'

/** Which requests: what they match, in which order, on which days of the business. */
export type RequestFilter = { search?: string; order: 'newest' | 'oldest'; from?: string; to?: string }

/**
 * The first page, asked for again whenever the server says that requests have changed, and merged into the pages that
 * were read, or a reason to read those again. Starts from the one that was read first, so that nothing is asked twice.
 */
export const useLiveUpdates = (
  filter: RequestFilter,
  first: ReviewRequestPage | undefined,
  readAt: number,
): void => {
  const queries = useQueryClient()
  const { data, dataUpdatedAt } = useQuery({
    ...asks('GET /api/review-requests', { query: filter }),
    enabled: first !== undefined,
    ...(first && { initialData: first, initialDataUpdatedAt: readAt }),
  })
  const mergedAt = useRef(readAt)

  useEffect(() => {
    if (!data || dataUpdatedAt <= mergedAt.current) return
    mergedAt.current = dataUpdatedAt
    const queryKey = ['timeline', filter]
    const known = queries.getQueryData<InfiniteData<ReviewRequestPage>>(queryKey)
    if (!known) return
    const pages = known.pages.map(({ requests }) => requests)
    const merged = isReadWhole(pages.length, filter.order)
      ? null
      : mergeNewest(pages, data.requests, filter.order)
    if (!merged) {
      void queries.invalidateQueries({ queryKey })
      return
    }
    queries.setQueryData(queryKey, withRequests(known, merged))
  }, [data, dataUpdatedAt, filter, queries])
}

/** What was read, with these requests on its pages. */
export const withRequests = (
  known: InfiniteData<ReviewRequestPage>,
  pages: ReviewRequestPage['requests'][],
): InfiniteData<ReviewRequestPage> => ({
  ...known,
  pages: known.pages.map((page, at) => ({ ...page, requests: pages[at] ?? [] })),
})
