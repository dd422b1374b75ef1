import type { PersonName } from './name-rules.ts'
import type { NameShares, Shares } from './name-shares-rules.ts'
import { namesOfOnePerson } from './short-forms-rules.ts'

/**
 * How many times likelier the shown name is if this contact wrote than if a stranger did, in each of the ways in which
 * a person may appear: by the own name, by another first name of the same surname (a partner's account), by the same
 * first name and another surname. In the fourth way, a name that tells nothing, it is the same.
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
  { firsts, lasts }: NameShares,
): ((contact: PersonName) => Agreement) => {
  const first = shown?.firsts[0] ?? ''
  if (!shown || !first) return () => NOTHING
  const firstPart = partWith(first, namesOfOnePerson(first), firsts)
  const lastPart = partWith(shown.last, new Set([shown.last]), lasts)
  const swappedFirst = partWith(shown.last, namesOfOnePerson(shown.last), firsts)
  const swappedLast = partWith(first, new Set([first]), lasts)
  const straightOf = remembered(agreementOf)
  const swappedOf = remembered(agreementOf)
  return (contact) => {
    const straight = straightOf(bestOf(contact.firsts, firstPart), lastPart(contact.last))
    if (straight.agrees === 'name' || !shown.last || !contact.last) return straight
    const swapped = swappedOf(bestOf(contact.firsts, swappedFirst), swappedLast(contact.last))
    return swapped.agrees === 'name' ? swapped : straight
  }
}

/** There are at most five ways for each part of a shown name, and thousands of contacts. */
const remembered = (of: (first: Part, last: Part) => Agreement): ((first: Part, last: Part) => Agreement) => {
  const known: [first: Part, last: Part, agreement: Agreement][] = []
  return (first, last) => {
    for (const [one, other, agreement] of known) if (one === first && other === last) return agreement
    const agreement = of(first, last)
    known.push([first, last, agreement])
    return agreement
  }
}

const NOTHING: Agreement = { own: 1, partner: 1, renamed: 1, agrees: 'nothing' }
const UNKNOWN: Part = { ratio: 1, agrees: 'unknown' }
const DIFFERS: Part = { ratio: UNRECOGNISED, agrees: 'no' }

const partWith = (shown: string, forms: ReadonlySet<string>, shares: Shares): ((known: string) => Part) => {
  if (!shown) return () => UNKNOWN
  const initial = shown[0]!
  const { spelledSo, otherForm } = shares.sameName(shown)
  const bySpelling: Part = { ratio: RECOGNISED * spelledSo, agrees: 'name' }
  const byForm: Part = { ratio: RECOGNISED * otherForm, agrees: 'name' }
  const byInitial: Part = { ratio: RECOGNISED * shares.sameInitial(initial), agrees: 'initial' }
  return (known) => {
    if (!known) return UNKNOWN
    if (shown.length === 1 || known.length === 1) return known[0] === initial ? byInitial : DIFFERS
    if (known === shown) return bySpelling
    return forms.has(known) ? byForm : DIFFERS
  }
}

/** Of a couple, whoever agrees better. */
const bestOf = (names: string[], partOf: (name: string) => Part): Part => {
  let best = names.length > 0 ? partOf(names[0]!) : UNKNOWN
  for (let index = 1; index < names.length; index += 1) {
    const part = partOf(names[index]!)
    if (part.ratio > best.ratio) best = part
  }
  return best
}

const agreementOf = (first: Part, last: Part): Agreement => ({
  own: first.ratio * last.ratio,
  partner: last.ratio,
  renamed: first.ratio,
  agrees: wordOf(first.agrees, last.agrees),
})

const wordOf = (first: Part['agrees'], last: Part['agrees']): Agrees => {
  if (first === 'name') return last === 'name' || last === 'initial' ? 'name' : 'first-name'
  if (last === 'name') return first === 'initial' ? 'name' : 'surname'
  return first === 'initial' && last !== 'no' ? 'initials' : 'nothing'
}
