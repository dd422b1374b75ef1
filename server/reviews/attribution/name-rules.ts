/** A name as it is compared: folded, an initial as one letter. What is not known is empty. */
export type PersonName = { firsts: string[]; last: string }

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'sir', 'the', 'family', 'jr', 'sr'])
const COMPANY_WORDS = new Set(
  `ltd limited pty inc llc llp plc co company corp trust trustee trustees holdings group services solutions properties
  property management body corporate school college church council club association society motel hotel cafe restaurant
  builders building construction constructions plumbing electrical rentals estate agency partners enterprises investments`.split(
    /\s+/,
  ),
)
const MOST_CHARACTERS = 200

/** Without case, accents, macrons, emoji and digits: “Māia 🌸” and “MAIA99” are both maia. */
export const foldName = (name: string): string =>
  name
    .slice(0, MOST_CHARACTERS)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øđłßæœ]/g, (letter) => PLAIN[letter]!)
    .replace(/['’`ʻ]/g, '')
    .replace(/[^\p{L},&+\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const PLAIN: Record<string, string> = { ø: 'o', đ: 'd', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe' }

/** The name under which a review stands. */
export const shownName = (displayName: string): PersonName => nameOf(foldName(displayName))

/** The name of a contact in Xero. A company without a first name is no person: nothing is known. */
export const contactName = (name: string | null, firstName: string | null): PersonName => {
  const whole = foldName(name ?? '')
  const first = foldName(firstName ?? '')
  const isCompany = whole.split(/[\s,]+/).some((word) => COMPANY_WORDS.has(word))
  if (!first) return isCompany ? { firsts: [], last: '' } : nameOf(whole)
  const firsts = splitCouple(first).flatMap((one) => one.split(' ').slice(0, 1))
  if (isCompany) return { firsts, last: '' }
  const last = nameOf(whole).last
  const others = whole.split(/[\s,&+]+/).filter((word) => word && !firsts.includes(word))
  return { firsts, last: others.includes(last) ? last : (others.at(-1) ?? '') }
}

const nameOf = (folded: string): PersonName => {
  const comma = folded.indexOf(',')
  const ordered = comma < 0 ? folded : `${folded.slice(comma + 1)} ${folded.slice(0, comma)}`
  const people = splitCouple(ordered.replaceAll(',', ' '))
    .map(wordsOf)
    .filter((words) => words.length > 0)
  const last = people.findLast((words) => words.length > 1)?.at(-1) ?? ''
  return { firsts: people.map(([first]) => first!), last }
}

/** John & Mary Smith are two who may write. */
const splitCouple = (folded: string): string[] =>
  folded
    .split(/[&+]|\band\b/)
    .map((one) => one.trim())
    .filter(Boolean)

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word && !TITLES.has(word))
