/** Of shorter names, as HOST, too many others are near. */
const SHORTEST = 6
/** So many letters may be wrong, missing or too many. */
const mostWrong = (name: string): number => (name.length < 10 ? 1 : 2)

export type Misspelt = { name: string; meant: string }

/** Names that are no settings, but near one that is not given: it was meant, and is not in force. */
export const misspeltAmong = (given: string[], settings: readonly string[]): Misspelt[] => {
  const known = new Set(settings.flatMap((name) => [name, `${name}_FILE`]))
  const names = new Set(given)
  const missing = [...known].filter((name) => name.length >= SHORTEST && !names.has(name))
  return given
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = missing.find((one) => lettersWrong(name, one) <= mostWrong(one))
      return meant === undefined ? [] : [{ name, meant }]
    })
}

/** How many letters have to be changed, taken out or put in; two that are interchanged count as two. */
const lettersWrong = (one: string, other: string): number => {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, wanted] of [...other].entries())
      next.push(Math.min(row[j]! + (letter === wanted ? 0 : 1), row[j + 1]! + 1, next[j]! + 1))
    row = next
  }
  return row.at(-1)!
}
