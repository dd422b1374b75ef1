/** Of one place: its names sort by their moment, oldest first. */
export type Kept = {
  names: string[]
  /** Those that were not read back, or whose trial failed: they lie there, and stand for none of the good ones. */
  failed: string[]
  /** The one that is known to be good. What bears a later moment was dated by a clock that was wrong. */
  newest: string
  keep: number
}

/** What is older than the `keep` newest good ones. */
export const namesToRemove = ({ names, failed, newest, keep }: Kept): string[] => {
  const good = names.filter((name) => name <= newest && !failed.includes(name))
  const oldestKept = good.at(-keep)
  return oldestKept === undefined ? [] : names.filter((name) => name < oldestKept)
}
