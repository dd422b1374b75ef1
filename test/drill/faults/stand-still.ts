import type { Delivered } from './steady-traffic.ts'

/**
 * The longest time, in ms, for which some organisation had an acknowledged webhook and no text of it went: from the
 * acknowledgement or its last text, whichever was later, to its next text. What was acknowledged before `from`
 * waits from there. Invoices in `looksAt` wait for the gateway to be asked for them, which is no stand-still.
 */
export const longestStandStill = (
  delivered: Delivered[],
  arrivals: Map<number, number>,
  { from, until, looksAt }: { from: number; until: number; looksAt: Set<number> },
): number => {
  const organisations = Map.groupBy(delivered, ({ tenantId }) => tenantId)
  return Math.max(
    0,
    ...[...organisations.values()].map((own) => standStill(own, arrivals, from, until, looksAt)),
  )
}

const standStill = (
  own: Delivered[],
  arrivals: Map<number, number>,
  from: number,
  until: number,
  looksAt: Set<number>,
): number => {
  const texts = own
    .map(({ count }) => arrivals.get(count))
    .filter((at) => at !== undefined)
    .sort((a, b) => a - b)
  let longest = 0
  for (const { count, ackedAt } of own) {
    if (ackedAt === undefined || looksAt.has(count)) continue
    const begins = Math.max(ackedAt, from)
    const ends = arrivals.get(count) ?? until
    let last = begins
    for (const at of [...texts.filter((text) => text > begins && text < ends), ends]) {
      longest = Math.max(longest, at - last)
      last = at
    }
  }
  return longest
}
