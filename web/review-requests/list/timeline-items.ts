import { dayOf, type Day } from '../../lib/days.ts'

type Listed = { _id: string; at: string }

export type TimelineItem<Request> =
  | { kind: 'day'; day: Day; count: number; isWhole: boolean }
  | { kind: 'request'; request: Request; isFirst: boolean; isLast: boolean }

/**
 * The newest page laid over the pages read so far: what is new comes on top of the first, what has changed is replaced
 * where it stands. Null when more came than one page holds: then the pages have to be read afresh.
 */
export const mergeNewest = <Request extends Listed>(
  pages: Request[][],
  newest: Request[],
): Request[][] | null => {
  const fresh = new Map(newest.map((request) => [request._id, request]))
  const known = new Set(pages.flat().map((request) => request._id))
  const news = newest.filter((request) => !known.has(request._id))
  if (known.size > 0 && news.length > 0 && news.length === newest.length) return null
  return pages.map((page, at) => {
    const kept = page.map((request) => fresh.get(request._id) ?? request)
    return at === 0 ? [...news, ...kept] : kept
  })
}

/**
 * Requests under the headings of their days. The last day may continue on the next page: then its count is partial.
 */
export const groupByDay = <Request extends Listed>(
  requests: Request[],
  timeZone: string,
  hasMore: boolean,
): TimelineItem<Request>[] => {
  const days: { day: Day; requests: Request[] }[] = []
  for (const request of requests) {
    const day = dayOf(request.at, timeZone)
    if (days.at(-1)?.day === day) days.at(-1)!.requests.push(request)
    else days.push({ day, requests: [request] })
  }
  return days.flatMap(({ day, requests: ofDay }, at): TimelineItem<Request>[] => [
    { kind: 'day', day, count: ofDay.length, isWhole: !hasMore || at < days.length - 1 },
    ...ofDay.map((request, index) => ({
      kind: 'request' as const,
      request,
      isFirst: index === 0,
      isLast: index === ofDay.length - 1,
    })),
  ])
}
