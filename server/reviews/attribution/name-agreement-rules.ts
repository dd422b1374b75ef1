import type { PersonName } from './name-rules.ts'
import type { NameShares, Shares } from './name-shares-rules.ts'
import { namesOfOnePerson } from './short-forms-rules.ts'

/**
 * How many times likelier the shown name is if this contact wrote than if a stranger did, in each of the ways in which
 * a person may appear: by the own name, by another first name of the same surname (a partner's account), by the same
 * first name and another surname. In the fourth way, a name that tells nothing, it is always 1.
 */
export type Agreement = { own: number; partner: number; renamed: number; agrees: Agrees }
export type Agrees = 'name' | 'first-name' | 'surname' | 'initials' | 'nothing'

/** One in so many writes the own name in a way that these rules do not recognise. */
const UNRECOGNISED = 0.02
const RECOGNISED = 1 - UNRECOGNISED

type Part = { ratio: number; agrees: 'name' | 'initial' | 'no' | 'unknown' }

/** Compares one shown name with many contacts; `undefined` is an anonymous review. */
export const compareWith = (
  shown: PersonName | undefined,
  shares: NameShares,
): ((contact: PersonName) => Agreement) => {
  const first = shown?.firsts[0] ?? ''
  if (!shown || !first) return () => NOTHING
  const firstPart = partWith(first, namesOfOnePerson(first), shares.firsts)
  const lastPart = partWith(shown.last, new Set([shown.last]), shares.lasts)
  const swappedFirst = partWith(shown.last, namesOfOnePerson(shown.last), shares.firsts)
  const swappedLast = partWith(first, new Set([first]), shares.lasts)
  return ({ firsts, last }) => {
    const straight = agreementOf(bestOf(firsts.map(firstPart)), lastPart(last))
    if (straight.agrees === 'name' || !shown.last || !last) return straight
    const swapped = agreementOf(bestOf(firsts.map(swappedFirst)), swappedLast(last))
    return swapped.agrees === 'name' ? swapped : straight
  }
}

const NOTHING: Agreement = { own: 1, partner: 1, renamed: 1, agrees: 'nothing' }
const UNKNOWN: Part = { ratio: 1, agrees: 'unknown' }
const DIFFERS: Part = { ratio: UNRECOGNISED, agrees: 'no' }

const partWith = (shown: string, alsoKnownAs: Set<string>, shares: Shares): ((known: string) => Part) => {
  if (!shown) return () => UNKNOWN
  const initial = shown[0]!
  const byName: Part = { ratio: RECOGNISED / shares.ofNames(alsoKnownAs), agrees: 'name' }
  const byInitial: Part = { ratio: RECOGNISED / shares.ofInitial(initial), agrees: 'initial' }
  return (known) => {
    if (!known) return UNKNOWN
    if (shown.length === 1 || known.length === 1) return known[0] === initial ? byInitial : DIFFERS
    return alsoKnownAs.has(known) ? byName : DIFFERS
  }
}

const bestOf = (parts: Part[]): Part =>
  parts.reduce<Part>((best, part) => (best === UNKNOWN || part.ratio > best.ratio ? part : best), UNKNOWN)

const agreementOf = (first: Part, last: Part): Agreement => ({
  own: first.ratio * last.ratio,
  partner: first.agrees === 'no' ? last.ratio : 1,
  renamed: last.agrees === 'no' ? first.ratio : 1,
  agrees: wordOf(first.agrees, last.agrees),
})

const wordOf = (first: Part['agrees'], last: Part['agrees']): Agrees => {
  if (first === 'name') return last === 'name' || last === 'initial' ? 'name' : 'first-name'
  if (last === 'name') return first === 'initial' ? 'name' : 'surname'
  return first === 'initial' && last !== 'no' ? 'initials' : 'nothing'
}
