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
  const asTyped = anywhere(text)
  if (digits.length < 2) return [asTyped]
  const atHome = /^0[1-9]/.test(digits)
    ? [`%+__${digits.slice(1)}%`, `%+___${digits.slice(1)}%`]
    : /^00[1-9]/.test(digits)
      ? [`%+${digits.slice(2)}%`]
      : []
  return [...new Set([asTyped, anywhere(digits), ...atHome])]
}

const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
