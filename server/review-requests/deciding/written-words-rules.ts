/** A word counts as a whole: 'co' is not in 'Cooper'. */
export const hasWord = (texts: string[], words: readonly string[], read: (word: string) => string): boolean =>
  words.map(read).some((word) => word.trim() !== '' && texts.some((text) => text.includes(word)))

/** ' strata plan 12 ': small letters without accents, with one space between words. */
export const spaced = (text: string | null | undefined): string =>
  ` ${(text ?? '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Also with a space between letters and digits, because a number is often written 'DEP0012'. */
export const spacedDigits = (text: string | null | undefined): string =>
  spaced(text?.replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, '$& '))
