/**
 * Whether a message asks customers to name somebody who works there: 'mention Dave', 'tell them Dave helped', 'mention
 * your plumber by name'. The business's own name is none, also where it begins with a first name.
 */
export const asksForStaff = (text: string, businessName: string): boolean =>
  ROLES.test(text) ||
  IN_SMALL_LETTERS.test(text) ||
  NAMED.some(({ pattern, unless }) =>
    [...text.matchAll(pattern)].some(
      ({ 1: name, index }) => isPerson(name!, businessName) && !unless?.test(sentenceUntil(text, index)),
    ),
  )

const ROLE =
  '(plumber|electrician|sparky|technician|tech|tradie|tradesman|builder|painter|cleaner|gardener|mechanic|installer|fitter|driver|stylist|barber|nurse|dentist|receptionist|team member|staff( member)?|employee|worker|rep|guy|person|man|woman|lady|boys?|girls?)'

const ROLES = new RegExp(
  `\\b(mention|name|naming|mentioning) (the |your |our |my )?(name of )?(the |your |our |my )?${ROLE}\\b` +
    `|\\b(mention|include|give|use|write|with|add) (his|her|their|(the|your|our|my) ${ROLE}'s) names?\\b` +
    '|\\b(mention|name|thank|praise)\\b[^.!?]{0,40}\\bby name\\b' +
    '|\\b(mention|name|tell (us|them|google) )(who|whoever|which of us)\\b' +
    '|\\b(mention|say|tell (us|them|google)) who (helped|served|did|came|looked after|worked)\\b',
  'i',
)

/** Who writes without capitals: 'mention dave in your review'. */
const IN_SMALL_LETTERS =
  /\b[Mm]ention (?!(it|us|this|that|them|these|those|invoice|anything|something|everything|one|me|job)\b)[a-z]+ (in|on) (your|the|a|google)\b/

/** One word or more with capitals, such as 'Dave', 'Dave and Sue' or 'Dave's Plumbing'; 'INV-7' is none. */
const NAME = "([A-Z][\\w']+(?:(?: (?:and|&|of))? [A-Z][\\w']+)*)(?!-?\\d)"
const WHOM = '(?:us|them|google|Google|people|others|everyone|the world)'

const NAMED: { pattern: RegExp; unless?: RegExp }[] = [
  { pattern: new RegExp(`\\b(?:[Mm]ention(?:ing)?|MENTION|[Ss]hout[ -]?out (?:to|for)) ${NAME}`, 'g') },
  // To ask for somebody on the phone is no review.
  {
    pattern: new RegExp(`\\b[Aa]sk for ${NAME}`, 'g'),
    unless: /\b(call|ring|phone|text|contact|email|reach|visit)\b/i,
  },
  { pattern: new RegExp(`\\b[Tt]ell ${WHOM} (?:that |how |about )?${NAME}`, 'g') },
  {
    pattern: new RegExp(
      `\\b(?:[Ss]ay|[Ww]rite|[Ll]et ${WHOM} know)(?: that| how)? ${NAME} (?:\\w+ )?(?:helped|was|were|did|came|fixed|sent|looked|made|sorted|served|took)\\b`,
      'g',
    ),
  },
]

const isPerson = (words: string, businessName: string): boolean => {
  const name = wordsOf(words)
  const own = wordsOf(businessName)
  // One word of a longer name is the person: 'Dave' of 'Dave's Plumbing'.
  const isOwn = name.every((word) => own.includes(word)) && (name.length > 1 || own.length === 1)
  return !isOwn && !NO_NAMES.has(name[0]!) && !/'s [A-Z]/.test(words)
}

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[^\w']+/)
    .filter((word) => word !== '' && word !== 'and' && word !== 'of')

/** Words that stand with a capital for another reason. */
const NO_NAMES = new Set(
  'a all any anything as at but do for google facebook xero how i if in invoice it job maps me my no of on or our please quote ref reference review reviews thanks thank that the them these this to us we what when where which who why with you your'.split(
    ' ',
  ),
)

const sentenceUntil = (text: string, end: number): string =>
  text
    .slice(0, end)
    .split(/[.!?\n]/)
    .at(-1)!
