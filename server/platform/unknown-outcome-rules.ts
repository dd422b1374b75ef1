import { MINUTE_MS } from './dates.ts'

/** A call that the vendor may have carried out: how often it was looked for since, and since when. */
export type Looks = { looks: number; firstLookAt: Date | null }

/** `under-way`: it is there, and not finished. `unreachable`: there was no answer, so it was not a look. */
export type Seen = 'found' | 'under-way' | 'absent' | 'unreachable'

export type Conclusion =
  | { kind: 'adopt' }
  | { kind: 'never-accepted' }
  | { kind: 'look-again'; looks: number; firstLookAt: Date; nextLookAt: Date }
  | { kind: 'no-look' }

/** Counted from the first look. */
const LOOKS_AFTER_MS = [0, 30_000, 5 * MINUTE_MS]
const LOOK_FOR_MS = LOOKS_AFTER_MS.at(-1)!

/**
 * The one rule for an outcome that we do not know (decision 6). It may have been done, so it is looked for three times
 * before it is repeated or ended: at once, after 30 s, after 5 min. Found: adopted. Absent in the last look: never
 * accepted, and what was reserved for it is released. `askedAt` is when this look was begun.
 */
export const concludeLook = (before: Looks, seen: Seen, askedAt: Date): Conclusion => {
  if (seen === 'unreachable') return { kind: 'no-look' }
  if (seen === 'found') return { kind: 'adopt' }
  if (seen === 'absent' && isLastLook(before, askedAt)) return { kind: 'never-accepted' }
  const looks = before.looks + 1
  const firstLookAt = before.firstLookAt ?? askedAt
  const wait = LOOKS_AFTER_MS[looks] ?? LOOK_FOR_MS
  return { kind: 'look-again', looks, firstLookAt, nextLookAt: new Date(firstLookAt.getTime() + wait) }
}

/** Whether this look, begun now, decides what is absent. */
export const isLastLook = ({ looks, firstLookAt }: Looks, askedAt: Date): boolean =>
  looks + 1 >= LOOKS_AFTER_MS.length && askedAt.getTime() - (firstLookAt ?? askedAt).getTime() >= LOOK_FOR_MS
