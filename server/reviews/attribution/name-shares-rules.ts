import type { PersonName } from './name-rules.ts'

/** The chance that a stranger bears one of these names, or a name with this initial. */
export type Shares = { ofNames: (names: Set<string>) => number; ofInitial: (letter: string) => number }
export type NameShares = { firsts: Shares; lasts: Shares }

/** Customers imagined beside those on record, each with a name of its own: ten customers alone prove little. */
const IMAGINED = 30
const LETTERS = 26

/** Counted among the business' own customers, each once. A rare name weighs more because of it. */
export const nameShares = (customers: PersonName[]): NameShares => ({
  firsts: sharesAmong(customers.map(({ firsts }) => firsts[0] ?? '')),
  lasts: sharesAmong(customers.map(({ last }) => last)),
})

/**
 * A name that was seen once says mostly that its bearer is a customer, so a discount is taken from each count: the one
 * of absolute discounting, n1 / (n1 + 2 n2) (Ney, Essen, Kneser 1994), from the names seen once and twice.
 */
const sharesAmong = (names: string[]): Shares => {
  const known = names.filter((name) => name.length > 1)
  const counts = countsOf(known)
  const initials = countsOf(names.filter(Boolean).map((name) => name[0]!))
  const named = names.filter(Boolean).length
  const seen = (times: number) => [...counts.values()].filter((count) => count === times).length
  const once = seen(1)
  const discount = once / (once + 2 * seen(2) + 1)
  return {
    ofNames: (names) => {
      const count = [...names].reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
      return (Math.max(count, 1) - discount + 0.1) / Math.max(1, known.length)
    },
    ofInitial: (letter) => ((initials.get(letter) ?? 0) + IMAGINED / LETTERS) / (named + IMAGINED),
  }
}

const countsOf = (names: string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
