import type { PersonName } from './name-rules.ts'
import { namesOfOnePerson } from './short-forms-rules.ts'

/** How common names are among the business' own customers, each counted once. A rare name weighs more because of it. */
export type Shares = {
  /** How many times likelier a stranger's name is this one if it is the contact's, spelled so or in another form. */
  sameName: (name: string) => { spelledSo: number; otherForm: number }
  sameInitial: (letter: string) => number
  isKnown: (name: string) => boolean
  /** The chance that a stranger's name is known. */
  coverage: number
}
export type NameShares = { firsts: Shares; lasts: Shares }

const LETTERS = 26
const SPELLED_SO = 0.8
const OTHER_FORM = 0.2
/** Counted beside those seen, so that no name is impossible. */
const UNSEEN = 0.1
/**
 * Counted beside the customers, as others who are called otherwise. Few names are common anywhere: that the first
 * customer of all is Moana does not say that half of the strangers are; and surnames are rarer than first names.
 */
const OTHERS = { firsts: 20, lasts: 60 }
const LEAST_COVERED = 0.05
const MOST_COVERED = 0.95

/** How common each first and last name is among these customers. */
export const nameShares = (customers: PersonName[]): NameShares => ({
  firsts: sharesAmong(
    customers.map(({ firsts }) => firsts[0] ?? ''),
    OTHERS.firsts,
    namesOfOnePerson,
  ),
  lasts: sharesAmong(
    customers.map(({ last }) => last),
    OTHERS.lasts,
    (name) => new Set([name]),
  ),
})

const sharesAmong = (
  names: string[],
  others: number,
  formsOf: (name: string) => ReadonlySet<string>,
): Shares => {
  const known = names.filter((name) => name.length > 1)
  const counts = countsOf(known)
  const initials = countsOf(names.filter(Boolean).map((name) => name[0]!))
  const named = names.filter(Boolean).length
  const discounts = discountsOf([...counts.values()])
  const shareOf = (name: string): number => {
    const count = counts.get(name) ?? 0
    return (count - discounts[Math.min(count, 3)]! + UNSEEN) / (known.length + others)
  }
  return {
    sameName: (name) => {
      const forms = [...formsOf(name)].filter((form) => form !== name && counts.has(form))
      const others = forms.reduce((sum, form) => sum + shareOf(form), 0)
      const share = SPELLED_SO * shareOf(name) + OTHER_FORM * others
      return { spelledSo: SPELLED_SO / share, otherForm: OTHER_FORM / share }
    },
    sameInitial: (letter) => (named + LETTERS) / ((initials.get(letter) ?? 0) + 1),
    isKnown: (name) => [...formsOf(name)].some((form) => counts.has(form)),
    coverage: Math.min(MOST_COVERED, Math.max(LEAST_COVERED, sumOf([...counts.keys()].map(shareOf)))),
  }
}

/**
 * That a name was seen says mostly that its bearers are customers, so something is taken from each count: the discounts
 * of modified Kneser–Ney (Chen and Goodman 1998), from how many names were seen once, twice, three and four times.
 */
const discountsOf = (counts: number[]): [number, number, number, number] => {
  const seen = (times: number) => counts.filter((count) => count === times).length + 0.5
  const y = seen(1) / (seen(1) + 2 * seen(2))
  const discount = (times: number) => times - ((times + 1) * y * seen(times + 1)) / seen(times)
  const once = Math.min(0.9, Math.max(0, discount(1)))
  const twice = Math.min(1.4, Math.max(once, discount(2)))
  return [0, once, twice, Math.min(1.6, Math.max(twice, discount(3)))]
}

const countsOf = (names: string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0)
