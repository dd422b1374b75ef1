import { dayOf, type Day } from '../../lib/formats/days.ts'
import { kindsInWords } from '../count-words.ts'

type Listed = { _id: string; at: string; state: string }

export type TimelineItem<Request> =
  | { kind: 'day'; day: Day; counts: string; isWhole: boolean }
  | { kind: 'request'; request: Request; isFirst: boolean; isLast: boolean }

/** Of a longer list only the first page is kept up to date while it is looked at, and all of it when she comes back. */
export const FEW_PAGES = 4

/**
 * Whether all that was read is read again when a text changed: with many waiting, the one that went stands pages below
 * the newest, and the oldest list may end elsewhere.
 */
export const isReadWhole = (pages: number, order: 'newest' | 'oldest'): boolean =>
  pages <= FEW_PAGES && (pages > 1 || order === 'oldest')

/**
 * The newest page laid over the pages read so far: it stands first, as the server has it, and what was read beyond it
 * follows. Null when the pages have to be read afresh: more came than one page holds, or what was read stands where the
 * newest page does not have it any more.
 */
export const mergeNewest = <Request extends Listed>(
  pages: Request[][],
  newest: Request[],
  order: 'newest' | 'oldest',
): Request[][] | null => {
  const fresh = new Set(newest.map(({ _id }) => _id))
  const known = pages.flat()
  const beyond = known.filter(({ _id }) => !fresh.has(_id))
  const last = newest.at(-1)
  if (last && known.length > 0 && beyond.length === known.length) return null
  if (last && beyond.some((request) => compare(request, last, order) < 0)) return null
  return cutLike(pages, [...newest, ...beyond])
}

/** The same pages with this text as it is now, where it stands now. */
export const replaceIn = <Request extends Listed>(
  pages: Request[][],
  request: Request,
  order: 'newest' | 'oldest',
): Request[][] =>
  cutLike(
    pages,
    pages
      .flat()
      .map((one) => (one._id === request._id ? request : one))
      .toSorted((one, other) => compare(one, other, order)),
  )

/** Below zero where the first of them stands before the other. */
const compare = (one: Listed, other: Listed, order: 'newest' | 'oldest'): number =>
  (Date.parse(other.at) - Date.parse(one.at)) * (order === 'newest' ? 1 : -1)

/** Into pages as long as these; what is new makes the first one longer. */
const cutLike = <Request>(pages: Request[][], requests: Request[]): Request[][] => {
  const added = requests.length - pages.flat().length
  let end = 0
  return pages.map(({ length }, at) => {
    const begin = end
    end += at === 0 ? length + added : length
    return requests.slice(begin, end)
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
    { kind: 'day', day, counts: kindsInWords(ofDay), isWhole: !hasMore || at < days.length - 1 },
    ...ofDay.map((request, index) => ({
      kind: 'request' as const,
      request,
      isFirst: index === 0,
      isLast: index === ofDay.length - 1,
    })),
  ])
}
