/** Of shorter names, as HOST, too many others are near. */
const SHORTEST = 6
/** So many letters may be wrong, missing, too many or interchanged with the next. */
const mostWrong = (name: string): number => (name.length < 10 ? 1 : 2)

export type Misspelt = { name: string; meant: string }

/**
 * Names that are no settings, but look like one that is not given, neither itself nor by its file. Whether it was meant
 * is not known: other programs have variables of their own.
 */
export const misspeltAmong = (given: string[], settings: readonly string[]): Misspelt[] => {
  const known = new Set(settings.flatMap(forms))
  const names = new Set(given)
  const missing = settings
    .filter((name) => !names.has(name))
    .flatMap(forms)
    .filter((name) => name.length >= SHORTEST && !names.has(name))
  return given
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = missing.find((one) => looksLike(name, one))
      return meant === undefined ? [] : [{ name, meant }]
    })
}

const forms = (name: string): string[] => [name, `${name}_FILE`]

/** Of two slips each is in a word of its own: BACKUP_HOST is no BACKUP_HOUR. */
const looksLike = (name: string, setting: string): boolean => {
  if (lettersWrong(name, setting) > mostWrong(setting)) return false
  const [words, meant] = [name.split('_'), setting.split('_')]
  return words.length !== meant.length || words.every((word, at) => lettersWrong(word, meant[at]!) <= 1)
}

/** How many letters have to be changed, taken out or put in, or interchanged with the next. */
const lettersWrong = (one: string, other: string): number => {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const above = rows[i - 1]!
      const isSame = one[i - 1] === other[j - 1]
      const isTurned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(above[j - 1]! + (isSame ? 0 : 1), above[j]! + 1, row[j - 1]! + 1)
      if (isTurned) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1)
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}
