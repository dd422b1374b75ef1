import { densities, exposures, DELAYS, HORIZON_HOURS } from './delay-rules.ts'
import { compareWith, type Agreement } from './name-agreement-rules.ts'
import { contactName, shownName, type PersonName } from './name-rules.ts'
import { nameShares } from './name-shares-rules.ts'

/** A text that the gateway accepted. `customer` is the same for every text to one customer; visits look human. */
export type AskedText = {
  id: string
  customer: string
  name: string | null
  firstName: string | null
  sentAt: Date
  visitedAt: Date[]
}
/** A review as Google shows it. Its stars are not asked for. */
export type ShownReview = { id: string; displayName: string | null; isAnonymous: boolean; createdAt: Date }

/** A text that a review may have come from. */
export type Candidate = {
  textIndex: number
  isOpened: boolean
  /** Since the link was last opened before the review, else since the text. */
  hours: number
  densities: number[]
  agreement: Agreement
}

const HOUR_MS = 3_600_000

/** For each review, the texts of the 21 days before it. */
export const findCandidates = (reviews: ShownReview[], texts: AskedText[]): Candidate[][] => {
  const names = texts.map(({ name, firstName }) => contactName(name, firstName))
  const shares = nameShares(oncePerCustomer(texts, names))
  const order = texts.map((_, index) => index).toSorted((a, b) => +texts[a]!.sentAt - +texts[b]!.sentAt)
  const sentAt = order.map((index) => +texts[index]!.sentAt)
  return reviews.map(({ displayName, isAnonymous, createdAt }) => {
    const compare = compareWith(isAnonymous ? undefined : shownName(displayName ?? ''), shares)
    const at = +createdAt
    const found: Candidate[] = []
    for (let place = firstAfter(sentAt, at - HORIZON_HOURS * HOUR_MS); place < order.length; place += 1) {
      if (sentAt[place]! >= at) break
      const textIndex = order[place]!
      const visit = texts[textIndex]!.visitedAt.reduce(
        (last, each) => (+each <= at ? Math.max(last, +each) : last),
        0,
      )
      const isOpened = visit > 0
      const hours = (at - (isOpened ? visit : sentAt[place]!)) / HOUR_MS
      const agreement = compare(names[textIndex]!)
      found.push({ textIndex, isOpened, hours, densities: densities(isOpened, hours), agreement })
    }
    return found
  })
}

/** How much answering there was to be seen between two moments, for each delay: texts opened, then texts unopened. */
export const exposureOf = (texts: AskedText[], since: Date, until: Date): number[] => {
  const sums: number[] = Array.from({ length: 2 * DELAYS }, () => 0)
  const add = (isOpened: boolean, from: number, to: number): void => {
    const seen = [Math.max(from, +since), Math.min(to, +until)] as const
    if (seen[1] <= seen[0]) return
    exposures(isOpened, (seen[0] - from) / HOUR_MS, (seen[1] - from) / HOUR_MS).forEach((mass, delay) => {
      sums[(isOpened ? 0 : DELAYS) + delay]! += mass
    })
  }
  for (const { sentAt, visitedAt } of texts) {
    const visits = visitedAt.map(Number).toSorted((a, b) => a - b)
    const end = +sentAt + HORIZON_HOURS * HOUR_MS
    const starts = [+sentAt, ...visits]
    starts.forEach((start, index) => add(index > 0, start, Math.min(starts[index + 1] ?? end, end)))
  }
  return sums
}

const oncePerCustomer = (texts: AskedText[], names: PersonName[]): PersonName[] => {
  const seen = new Set<string>()
  return names.filter((_, index) => {
    const { customer } = texts[index]!
    return seen.has(customer) ? false : Boolean(seen.add(customer))
  })
}

const firstAfter = (sorted: number[], wanted: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}
