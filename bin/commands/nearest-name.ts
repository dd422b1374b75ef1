const MOST_SLIPS = 3

/** The one of these names that was probably meant: one that begins so, or the one with the fewest letters to change. */
export const nearestName = (typed: string, names: string[]): string | undefined => {
  const begun = names.find((name) => typed.length > 1 && name.startsWith(typed))
  if (begun) return begun
  const [nearest] = names
    .map((name) => ({ name, slips: slipsBetween(typed, name) }))
    .toSorted((one, other) => one.slips - other.slips)
  return nearest && nearest.slips <= Math.min(MOST_SLIPS, typed.length - 1) ? nearest.name : undefined
}

/** Letters to add, drop or change, row by row of the usual table. */
const slipsBetween = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1]
    for (const [column, other] of [...to].entries())
      next.push(Math.min(next[column]! + 1, row[column + 1]! + 1, row[column]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row[to.length]!
}
