/**
 * The longest time without a text that ended after the moment `from`, when a fault began, and counts from then on, in
 * ms. Where a fault stops texts at once, it is the time from the fault to the first text after it. `arrivals` are the
 * moments at which texts arrived.
 */
export const longestSilence = (arrivals: number[], from: number): number => {
  const after = arrivals.filter((at) => at > from).sort((a, b) => a - b)
  return Math.max(0, ...after.map((at, index) => at - (after[index - 1] ?? from)))
}
