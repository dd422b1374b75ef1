import { customerOf } from '../review-requests/deciding/decide-in-turn.ts'
import type { Payment } from '../review-requests/replaying/replay-decisions.ts'

/** The hash of each phone that these payments could lead to, once. */
export const hashesOf = (payments: Payment[], deps: { hashPhone: (words: string) => Buffer }): Buffer[] => {
  const hashes = payments.flatMap(
    ({ invoice, organisation, customer }) =>
      (customer ?? customerOf(invoice, organisation.country, deps)).phoneHash ?? [],
  )
  return [...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).values()]
}
