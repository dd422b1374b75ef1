import { foldToGsm, isGsm } from './gsm-rules.ts'

export const NAME_LIMIT = 40
const FIRST_NAME_LIMIT = 24

/**
 * A person's first name as a polite text may use it, or undefined where there is none: contact books hold notes
 * ('Jane - slow payer'), desks ('Accounts'), companies and capitals.
 */
export const presentFirstName = (typed: string | undefined): string | undefined => {
  const name = withoutNotes(typed)
  if (!name || isNoName(name) || COMPANY.test(name) || /\d/.test(name)) return undefined
  const person = firstOfReversed(name)
  if (person.replace(/[^\p{L}]/gu, '').length < 2 || TITLE_ONLY.test(person)) return undefined
  return shorten(withCapitals(person), FIRST_NAME_LIMIT)
}

/** The contact's name: a person, or a company where there is no person. */
export const presentCustomerName = (
  typed: string | undefined,
  firstName: string | undefined,
): string | undefined => {
  const name = withoutNotes(typed)
  if (!name || isNoName(name) || !/\p{L}{2}/u.test(name)) return presentFirstName(firstName)
  const isPerson = firstName !== undefined && name.toLowerCase().includes(firstName.trim().toLowerCase())
  const turned = COMPANY.test(name) ? name : name.replace(REVERSED, '$2 $1')
  return shorten(isPerson ? withCapitals(turned) : turned)
}

/** Business names from a map listing carry keywords: 'Coastal Plumbing | 24/7 Emergency Plumber Sydney'. */
export const presentBusinessName = (typed: string): string | undefined => {
  const [name] = plain(typed)
    .replace(/[\^~\\]/g, '')
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (!name || name.length <= NAME_LIMIT) return name
  return shorten(name.split(/ - |: /)[0]!) ?? name.slice(0, NAME_LIMIT)
}

/** One line of 7-bit text without braces, which could be read as fields. */
export const plain = (text: string): string =>
  foldToGsm(lettersOnlyWords(text)).replace(/[{}]/g, '').replace(/\s+/g, ' ').trim()

// A word that loses letters in folding would be a wrong name ('Δημήτρης' → 'Δ'): it is left out as a whole.
const lettersOnlyWords = (text: string): string =>
  isGsm(text)
    ? text
    : text
        .normalize('NFC')
        .split(/\s+/)
        .filter((word) => lettersIn(foldToGsm(word)) >= lettersIn(word))
        .join(' ')

const lettersIn = (word: string): number => word.match(/\p{L}/gu)?.length ?? 0

const withoutNotes = (typed: string | undefined): string | undefined =>
  plain(typed ?? '')
    .replace(/\([^)]*\)?|\[[^\]]*\]?|\*+[^*]+\*+|<[^>]*>?/g, ' ')
    .split(/\s+[-~|:]+\s+|[|~^\\*]/)
    .map((part) => part.replace(/\s+/g, ' ').replace(/^[^\p{L}\d]+|[\s,;:\-_/&+]+$/gu, ''))
    .find((part) => /\p{L}/u.test(part))

const isNoName = (name: string): boolean => NO_NAME.test(name) || /@|:\/\/|\bwww\./i.test(name)

const NO_NAME = new RegExp(
  `^(the |our |attn:? )?(${[
    'accounts?( (payable|receivable|department|dept|team))?',
    'admin(istrat(or|ion))?|reception(ist)?|office( manager)?|manager|management|owners?|tenants?|occup(ant|ier)s?',
    'info|sales|billing|finance|payroll|bookkeeper|director|secretary|strata( manager)?|body corporate',
    'cash( (sales?|customers?|job))?|walk[ -]?ins?( customer)?|customers?|clients?|contact|guest|retail|private',
    'unknown|none|nil|null|undefined|n/?a|no name|name|first ?name|tba|tbc|tbd|test(ing)?( (customer|contact))?|x+|sundry',
  ].join('|')})$`,
  'i',
)

const COMPANY =
  /\b(pty|ltd|limited|inc|incorporated|llc|llp|plc|corp|corporation|company|co|trust|trustees?|group|holdings|partners|services|solutions|enterprises|properties|estate|school|college|church|council|club|association|hotel|cafe|restaurant|body corporate|strata|&? ?sons)\b\.?/i

const TITLE_ONLY = /^(mr|mrs|ms|miss|mx|dr|prof|sir|madam|messrs|mr\.? (&|and) mrs)\.?$/i

const REVERSED = /^(\p{L}[\p{L}'-]+), ?(\p{L}[\p{L}' -]+)$/u

/** 'Smith, Jane' → 'Jane'. */
const firstOfReversed = (name: string): string => REVERSED.exec(name)?.[2] ?? name

/** 'JANE' and 'jane' → 'Jane'; two capitals may be initials used as a name. */
const withCapitals = (name: string): string => {
  const isShouted = name === name.toUpperCase() && name.length > 2
  if (!isShouted && name !== name.toLowerCase()) return name
  const calmed = name
    .toLowerCase()
    .replace(/(?<=^|[\s\-/&]|\b[od]')\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(/ And /g, ' and ')
  // The 7-bit alphabet has Ç and no ç: another case may need another spelling.
  return foldToGsm(calmed)
}

/** Cut at a word; a single word that is too long is no name to cut, so it is left out. */
const shorten = (name: string, limit = NAME_LIMIT): string | undefined => {
  if (name.length <= limit) return name
  const lastSpace = name.lastIndexOf(' ', limit)
  return lastSpace < 0 ? undefined : name.slice(0, lastSpace).replace(DANGLING, '')
}

const DANGLING = /([\s,;:&\-_/+]|\s(and|of|the|for))+$/i
