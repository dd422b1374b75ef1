import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../lib/api.ts'
import { Unreachable } from '../lib/problems.ts'
import { FEW_PAGES } from './list/timeline-items.ts'
import { useLiveUpdates, type RequestFilter } from './use-live-updates.ts'

/** Requests page by page, with whatever is new laid over them as it happens. */
export const useRequests = (filter: RequestFilter) => {
  const pages = useInfiniteQuery({
    // Not keyed by its address: an invalidation there would read every page again.
    queryKey: ['timeline', filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/review-requests', { query: { ...filter, ...pageParam }, signal }),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // Of fewer the first page is asked for again, and the others after it.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) > FEW_PAGES,
  })
  // Also while reading it again fails: the next change is a reason to try once more.
  const first = pages.isPlaceholderData ? undefined : pages.data?.pages[0]
  useLiveUpdates(filter, first, pages.dataUpdatedAt)

  return {
    requests: useMemo(() => pages.data?.pages.flatMap((page) => page.requests) ?? [], [pages.data]),
    timeZone: pages.data?.pages[0]?.timeZone ?? 'UTC',
    isPending: pages.isPending,
    /** True while the shown requests are those of the previous search. */
    isStale: pages.isPlaceholderData,
    /** What is asked now cannot be asked, and is tried again. */
    isOutOfReach: pages.failureReason instanceof Unreachable,
    error: pages.data ? null : pages.error,
    refetch: pages.refetch,
    isFetching: pages.isFetching,
    hasMore: pages.hasNextPage && !pages.isPlaceholderData,
    isLoadingMore: pages.isFetchingNextPage,
    loadMoreError: pages.isFetchNextPageError ? pages.error : null,
    loadMore: pages.fetchNextPage,
  }
}
