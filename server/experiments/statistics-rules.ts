/** Customers on one side of a comparison, and how many of them did what is counted. */
export type Counted = { customers: number; came: number }

export type Interval = { low: number; high: number }

/** Of the normal distribution, for intervals of 95 %. */
const Z95 = 1.959964
/** For a power of 80 %. */
const Z80 = 0.841621
/** The share of false findings that is allowed where there is no difference. */
export const ALPHA = 0.05

/** Wilson's score interval of one share, 95 %. Without customers it is everything. */
export const shareInterval = ({ customers, came }: Counted): Interval => {
  if (customers === 0) return { low: 0, high: 1 }
  const share = came / customers
  const z2 = Z95 ** 2
  const middle = share + z2 / (2 * customers)
  const reach = Z95 * Math.sqrt((share * (1 - share)) / customers + z2 / (4 * customers ** 2))
  const scale = 1 + z2 / customers
  return { low: Math.max(0, (middle - reach) / scale), high: Math.min(1, (middle + reach) / scale) }
}

/** Newcombe's interval of the second share less the first, 95 %: made of the two intervals of Wilson. */
export const differenceInterval = (a: Counted, b: Counted): Interval => {
  if (a.customers === 0 || b.customers === 0) return { low: -1, high: 1 }
  const [first, second] = [a.came / a.customers, b.came / b.customers]
  const [ofA, ofB] = [shareInterval(a), shareInterval(b)]
  return {
    low: second - first - Math.hypot(second - ofB.low, ofA.high - first),
    high: second - first + Math.hypot(ofB.high - second, first - ofA.low),
  }
}

/**
 * Fisher's exact test, two-sided: how likely a difference at least as unlikely as this one is, where there is none.
 * Below `ALPHA` in at most that share of comparisons of two equal things, however few customers there are.
 */
export const chanceOfSuch = (a: Counted, b: Counted): number => {
  const came = a.came + b.came
  const all = a.customers + b.customers
  const least = Math.max(0, came - b.customers)
  const most = Math.min(came, a.customers)
  const logs = logFactorials(all)
  const choose = (of: number, some: number) => logs[of]! - logs[some]! - logs[of - some]!
  const total = choose(all, came)
  const chanceOf = (inA: number) =>
    Math.exp(choose(a.customers, inA) + choose(b.customers, came - inA) - total)
  const seen = chanceOf(a.came) * (1 + 1e-7)
  let sum = 0
  for (let inA = least; inA <= most; inA += 1) {
    const chance = chanceOf(inA)
    if (chance <= seen) sum += chance
  }
  return Math.min(1, sum)
}

const known: number[] = [0]
const logFactorials = (upTo: number): number[] => {
  for (let n = known.length; n <= upTo; n += 1) known.push(known[n - 1]! + Math.log(n))
  return known
}

/**
 * Customers on both sides together with whom a change from one share to another is found four times out of five by
 * the exact test (Casagrande, Pike and Smith's formula, in Fleiss' form for sides of unequal size).
 */
export const customersNeeded = (from: number, to: number, shareOfB: number): number => {
  const gap = Math.abs(to - from)
  if (gap === 0) return Number.POSITIVE_INFINITY
  const small = Math.min(shareOfB, 1 - shareOfB)
  const ratio = (1 - small) / small
  // The larger side has the share that is usual, the smaller one the other.
  const [usual, other] = [from, to]
  const mean = (ratio * usual + other) / (ratio + 1)
  const rough =
    (Z95 * Math.sqrt((ratio + 1) * mean * (1 - mean)) +
      Z80 * Math.sqrt(ratio * other * (1 - other) + usual * (1 - usual))) **
      2 /
    (ratio * gap ** 2)
  const exact = (rough / 4) * (1 + Math.sqrt(1 + (2 * (ratio + 1)) / (rough * ratio * gap))) ** 2
  return Math.ceil(exact * (ratio + 1))
}

/**
 * The smallest difference, in whole points of a hundred, that so many customers show four times out of five, where the
 * lower share is `lowest`; undefined where they show none.
 */
export const smallestDifference = (
  lowest: number,
  customers: number,
  shareOfB: number,
): number | undefined => {
  for (let points = 1; lowest + points / 100 <= 1; points += 1)
    if (customersNeeded(lowest + points / 100, lowest, shareOfB) <= customers) return points
  return undefined
}
