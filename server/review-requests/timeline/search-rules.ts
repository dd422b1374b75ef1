/** A part of the text, or a pattern of SQL's `like`, which costs more. */
export type SearchPattern = { part: string } | { like: string }

/** Each word is found by any of its patterns, and every word must be found. */
export type SearchPatterns = SearchPattern[][]

const MOST_WORDS = 8

/**
 * What to look for in `search_text`, whose letters are small and without accents (the database's `search_key`). A
 * number as it is dialled at home, '0412 345 678', also finds the one with its country in front.
 */
export const searchPatterns = (typed: string | undefined): SearchPatterns => {
  const text = fold(typed ?? '').trim()
  if (text === '') return []
  if (PHONE.test(text)) return [phonePatterns(text)]
  return text
    .split(/\s+/)
    .slice(0, MOST_WORDS)
    .map((word) => (PHONE.test(word) ? phonePatterns(word) : [{ part: word }]))
}

/** Digits as people write a phone: nothing that an invoice number or a name would have. */
const PHONE = /^\+?[\d ()./-]*\d[\d ()./-]*$/

const phonePatterns = (text: string): SearchPattern[] => {
  const digits = text.replace(/\D/g, '')
  const abroad = digits.replace(/^0+/, '')
  // So many digits are specific enough anywhere; fewer must be at the beginning of a phone.
  if (abroad.length >= SPECIFIC_DIGITS) return either(text, abroad)
  if (/^0[1-9]/.test(digits)) return [{ part: text }, { like: `%+__${abroad}%` }, { like: `%+___${abroad}%` }]
  return either(text, /^00[1-9]/.test(digits) ? `+${abroad}` : digits)
}

const SPECIFIC_DIGITS = 6

/** As it was typed, or as a phone has it; whatever has the first has the second, where that is a part of it. */
const either = (typed: string, asPhone: string): SearchPattern[] =>
  typed.includes(asPhone) ? [{ part: asPhone }] : [{ part: typed }, { part: asPhone }]

const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
