import { compareWith, type Agreement } from './name-agreement-rules.ts'
import type { PersonName } from './name-rules.ts'
import type { NameShares } from './name-shares-rules.ts'
import { namesOfOnePerson } from './short-forms-rules.ts'

/** Shown names, found by the contacts who agree with them by name, without comparing each with each. */
export type NameIndex<Kept> = {
  /** What is kept of a shown name, once for all who bear it; undefined where it agrees with no contact by name. */
  keptOf: (shown: PersonName) => Kept | undefined
  /** Whether one that is wanted agrees with the contact by name. */
  hasAgreeing: (contact: PersonName, isWanted: (kept: Kept) => boolean) => boolean
}

/** Many names are never looked at, so what compares one is made when it is. */
type Entry<Kept> = { shown: PersonName; compare?: (contact: PersonName) => Agreement; kept: Kept }

/** `create` makes what is kept of a name that comes for the first time. */
export const createNameIndex = <Kept>(shares: NameShares, create: () => Kept): NameIndex<Kept> => {
  const entries = new Map<string, Entry<Kept>>()
  const byKey = new Map<string, Entry<Kept>[]>()
  const agrees = (entry: Entry<Kept>, contact: PersonName): boolean => {
    entry.compare ??= compareWith(entry.shown, shares)
    return entry.compare(contact).agrees === 'name'
  }
  return {
    keptOf: (shown) => {
      const { last } = shown
      const first = shown.firsts[0] ?? ''
      if (!first || !last) return undefined
      const name = `${first} ${last}`
      const known = entries.get(name)
      if (known) return known.kept
      const entry: Entry<Kept> = { shown, kept: create() }
      entries.set(name, entry)
      for (const key of new Set([...keysOfShown(first, last), ...keysOfShown(last, first)])) {
        const others = byKey.get(key)
        if (others) others.push(entry)
        else byKey.set(key, [entry])
      }
      return entry.kept
    },
    hasAgreeing: (contact, isWanted) => {
      const candidates = new Set<Entry<Kept>>()
      for (const key of keysOfContact(contact))
        for (const entry of byKey.get(key) ?? []) candidates.add(entry)
      return [...candidates].some((entry) => isWanted(entry.kept) && agrees(entry, contact))
    },
  }
}

/** A part that begins so, however it goes on; folded names have no star. */
const startOf = (name: string): string => `${name[0]!}*`

/** To agree by name, one part is the same name and the other at least its initial, on one side or the other. */
const keysOfShown = (first: string, last: string): string[] => [
  `${first} ${last}`,
  `${first} ${startOf(last)}`,
  `${startOf(first)} ${last}`,
]

/** An initial is looked for among the names that begin with it, a name as itself and as a shown initial. */
const keysOfContact = ({ firsts, last }: PersonName): string[] => {
  if (!last) return []
  const lasts = partsOf(last)
  return firsts.flatMap((first) => [
    ...[...namesOfOnePerson(first)].flatMap((form) => lasts.map((part) => `${form} ${part}`)),
    ...partsOf(first).map((part) => `${part} ${last}`),
  ])
}

const partsOf = (name: string): string[] => (name.length === 1 ? [name, startOf(name)] : [name, name[0]!])
