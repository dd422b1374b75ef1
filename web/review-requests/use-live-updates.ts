import { useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReviewRequestPage } from '../../contracts/review-requests.ts'
import { asks } from '../lib/asks.ts'
import { layOver } from './list/timeline-items.ts'

/** Which requests: what they match, in which order, on which days of the business. */
export type RequestFilter = { search?: string; order: 'newest' | 'oldest'; from?: string; to?: string }

// Reading this many pages again costs little; beyond it only what the first page tells is kept fresh.
const FEW_PAGES = 4

/**
 * The first page, asked for again whenever the server says that requests have changed, and laid over the pages that
 * were read. Starts from the one that was read first, so that nothing is asked twice.
 */
export const useNews = (
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
  const laidAt = useRef(readAt)

  useEffect(() => {
    if (!data || dataUpdatedAt <= laidAt.current) return
    laidAt.current = dataUpdatedAt
    const queryKey = ['timeline', filter]
    const known = queries.getQueryData<InfiniteData<ReviewRequestPage>>(queryKey)
    if (!known) return
    const pages = known.pages.map(({ requests }) => requests)
    const laid = layOver(pages, data.requests)
    const mayEndElsewhere = filter.order === 'oldest' && pages.length <= FEW_PAGES
    if (!laid || mayEndElsewhere) {
      void queries.invalidateQueries({ queryKey })
      return
    }
    queries.setQueryData<InfiniteData<ReviewRequestPage>>(queryKey, {
      ...known,
      pages: known.pages.map((page, at) => ({ ...page, requests: laid[at] ?? [] })),
    })
  }, [data, dataUpdatedAt, filter, queries])
}
