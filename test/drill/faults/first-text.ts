/**
 * From the moment `from`, when a fault began, to the end of the longest silence after it, in ms: a fault may take a
 * while to stop texts, and stops them but once. `arrivals` are the moments at which texts arrived.
 */
export const firstTextAfter = (arrivals: number[], from: number): number => {
  const after = arrivals.filter((at) => at > from).sort((a, b) => a - b)
  let silent = { ms: 0, endsAt: from }
  let last = from
  for (const at of after) {
    if (at - last > silent.ms) silent = { ms: at - last, endsAt: at }
    last = at
  }
  return silent.endsAt - from
}
