/** Each word is found by any of its patterns, and every word must be found. */
export type SearchPatterns = string[][]

const MOST_WORDS = 8

/**
 * What to look for in `search_text`, whose letters are small and without accents (the database's `search_key`). A number
 * as it is dialled at home, '0412 345 678', also finds the one with its country in front.
 */
export const searchPatterns = (typed: string | undefined): SearchPatterns => {
  const text = fold(typed ?? '').trim()
  if (text === '') return []
  if (PHONE.test(text)) return [phonePatterns(text)]
  return text
    .split(/\s+/)
    .slice(0, MOST_WORDS)
    .map((word) => (PHONE.test(word) ? phonePatterns(word) : [anywhere(word)]))
}

/** Digits as people write a phone: nothing that an invoice number or a name would have. */
const PHONE = /^\+?[\d ()./-]*\d[\d ()./-]*$/

const phonePatterns = (text: string): string[] => {
  const digits = text.replace(/\D/g, '')
  const abroad = digits.replace(/^0+/, '')
  const asTyped = anywhere(text)
  // So many digits say enough by themselves; fewer must stand where a phone begins.
  if (abroad.length >= TELLING) return [...new Set([asTyped, anywhere(abroad)])]
  if (/^0[1-9]/.test(digits)) return [asTyped, `%+__${abroad}%`, `%+___${abroad}%`]
  if (/^00[1-9]/.test(digits)) return [asTyped, `%+${abroad}%`]
  return [...new Set([asTyped, ...(digits.length > 1 ? [anywhere(digits)] : [])])]
}

const TELLING = 6

const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
