/** A right product is accused less than once in so many histories: each is one draw of this test. */
const HISTORIES = 1e9

/**
 * Whether a product that leaves out this share of its customers, each by a draw of her own, leaves out so many of them
 * less than once in 10^9 histories. Found is then, at 30 per cent, who leaves out everybody of 18, or 60 per cent of
 * 200 (99 times in 100); of fewer, chance explains it.
 */
export const isNoChance = (leftOut: number, of: number, share: number): boolean =>
  chanceOfSoMany(leftOut, of, share) < 1 / HISTORIES

/** The exact tail of the binomial distribution: so many of these, or more. By logarithms, for it is small. */
export const chanceOfSoMany = (some: number, of: number, share: number): number => {
  let log = some * Math.log(share) + (of - some) * Math.log(1 - share)
  for (let one = 1; one <= some; one += 1) log += Math.log((of - some + one) / one)
  let term = Math.exp(log)
  let sum = 0
  for (let count = some; count <= of; count += 1) {
    sum += term
    term *= ((of - count) / (count + 1)) * (share / (1 - share))
  }
  return sum
}
