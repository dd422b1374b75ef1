import sms from 'sms-segments-calculator'
import { isExtended, isGsm } from '../../contracts/shared/gsm-alphabet.ts'

export { isGsm }

const SINGLE_SEGMENT = 160

/** Segments as the gateway counts and charges them. */
export const countSegments = (body: string): number => {
  // The library takes 0.4 ms to split graphemes; what fits one segment of the 7-bit alphabet needs none of it.
  if (isGsm(body) && septetsOf(body) <= SINGLE_SEGMENT) return 1
  return new sms.SegmentedMessage(body).segmentsCount
}

const LONG_SEGMENT = 153

/** How much shorter a text must be to take a segment less; null for one segment. One of ^{}[]~|€\ counts for two. */
export const septetsToShorten = (body: string): number | null => {
  const segments = countSegments(body)
  if (segments < 2) return null
  return Math.max(1, septetsOf(body) - (segments === 2 ? SINGLE_SEGMENT : (segments - 1) * LONG_SEGMENT))
}

const septetsOf = (text: string): number => {
  let septets = 0
  for (const character of text) septets += isExtended(character) ? 2 : 1
  return septets
}

/**
 * The nearest text that the 7-bit alphabet can write: ā → a, curly quotes → straight. A single letter outside it
 * more than doubles the price. What has no near spelling (emoji, other scripts) is left out.
 */
export const foldToGsm = (text: string): string => {
  if (isGsm(text)) return text
  let folded = ''
  for (const character of text.normalize('NFC')) folded += foldCharacter(character)
  return folded
}

const foldCharacter = (character: string): string => {
  if (isGsm(character)) return character
  const known = SPELLINGS.get(character)
  if (known !== undefined) return known
  if (/\s/u.test(character)) return ' '
  let folded = ''
  for (const part of character.normalize('NFKD')) {
    folded += isGsm(part) ? part : (SPELLINGS.get(part) ?? '')
  }
  return folded
}

const SPELLINGS = new Map(
  Object.entries({
    "'": '‘’‚‛′ʹʻʼʽˈ`´＇',
    '"': '“”„‟″«»＂',
    '<': '‹',
    '>': '›',
    '-': '‐‑‒–—―−﹘﹣－•‣',
    '...': '…',
    ', ': '、',
    '. ': '。',
    '\n': '\u2028\u2029',
    '/': '⁄∕',
    x: '×',
    c: '¢',
    L: 'Ł',
    l: 'ł',
    D: 'ĐÐ',
    d: 'đð',
    Th: 'Þ',
    th: 'þ',
    H: 'Ħ',
    h: 'ħ',
    T: 'Ŧ',
    t: 'ŧ',
    OE: 'Œ',
    oe: 'œ',
    SS: 'ẞ',
    i: 'ı',
    n: 'ŋ',
    N: 'Ŋ',
    No: '№',
    // Their compatibility spellings would read 'SparkyTM'.
    '': '™®©℠℗°ªº·\ufeff',
  }).flatMap(([spelling, characters]) =>
    [...characters].map((character): [string, string] => [character, spelling]),
  ),
)
