import { HOUR_MS } from '../../platform/dates.ts'
import { exposures, writeDensities, DELAYS, HORIZON_HOURS } from './delay-rules.ts'
import { addEvidence, roughWeight, WAYS, type Evidence, type Familiarity } from './evidence-rules.ts'
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
  densities: Float64Array
  agreement: Agreement
}
/** What explains a review: all its candidates together, and the few likeliest of them. */
export type Explained = { evidence: Evidence; candidates: Candidate[] }

/** The others are too unlikely to be named, and count in the evidence. */
const KEPT = 8

/** For each review, the texts of the 21 days before it; and the chance that a stranger is called like some customer. */
export const findCandidates = (
  reviews: ShownReview[],
  texts: AskedText[],
): { explained: Explained[]; coverage: number } => {
  const names = texts.map(({ name, firstName }) => contactName(name, firstName))
  const shares = nameShares(oncePerCustomer(texts, names))
  const sent = inOrder(texts)
  const explained = reviews.map(({ displayName, isAnonymous, createdAt }) => {
    const shown = isAnonymous ? undefined : shownName(displayName ?? '')
    const first = shown?.firsts[0] ?? ''
    const isKnown = first.length > 1 && shares.firsts.isKnown(first)
    const familiarity = first.length < 2 ? 'none' : isKnown ? 'known' : 'strange'
    return explain(Number(createdAt), familiarity, { sent, names, compare: compareWith(shown, shares) })
  })
  return { explained, coverage: shares.firsts.coverage }
}

type Sent = { textIndex: number; at: number; visits: number[] }
const inOrder = (texts: AskedText[]): Sent[] =>
  texts
    .map(({ sentAt, visitedAt }, textIndex) => ({
      textIndex,
      at: Number(sentAt),
      visits: visitedAt.map(Number),
    }))
    .toSorted((a, b) => a.at - b.at)

const explain = (
  at: number,
  familiarity: Familiarity,
  {
    sent,
    names,
    compare,
  }: { sent: Sent[]; names: PersonName[]; compare: (contact: PersonName) => Agreement },
): Explained => {
  const sums = new Float64Array(2 * DELAYS * WAYS)
  const densities = new Float64Array(DELAYS)
  const kept: (Candidate & { weight: number })[] = []
  for (let place = firstAfter(sent, at - HORIZON_HOURS * HOUR_MS); place < sent.length; place += 1) {
    const text = sent[place]!
    if (text.at >= at) break
    const visit = lastBefore(text.visits, at)
    const isOpened = visit > 0
    const hours = (at - (isOpened ? visit : text.at)) / HOUR_MS
    const agreement = compare(names[text.textIndex]!)
    writeDensities(isOpened, hours, densities)
    addEvidence(sums, isOpened, densities, agreement)
    const weight = roughWeight(isOpened, densities, agreement)
    if (kept.length === KEPT && weight <= kept.at(-1)!.weight) continue
    if (kept.length === KEPT) kept.pop()
    const { textIndex } = text
    const candidate = { textIndex, isOpened, hours, densities: densities.slice(), agreement, weight }
    const behind = kept.findIndex((other) => other.weight < weight)
    kept.splice(behind < 0 ? kept.length : behind, 0, candidate)
  }
  return { evidence: { sums, familiarity }, candidates: kept }
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
    const end = +sentAt + HORIZON_HOURS * HOUR_MS
    const starts = [+sentAt, ...visitedAt.map(Number).toSorted((a, b) => a - b)]
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

const lastBefore = (visits: number[], at: number): number => {
  let last = 0
  for (const visit of visits) if (visit <= at && visit > last) last = visit
  return last
}

const firstAfter = (sent: Sent[], wanted: number): number => {
  let [low, high] = [0, sent.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sent[middle]!.at < wanted) low = middle + 1
    else high = middle
  }
  return low
}
