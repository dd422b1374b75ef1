import { DatabaseAway } from '../postgres/connections/database-away.ts'

/** Xero hangs up after 5 s and counts that against the address; an answer of ours that it should come again is none. */
export const DOOR_ANSWERS_WITHIN_MS = 3_500

/**
 * What `work` gives, or DatabaseAway when it takes longer than a vendor waits. The work goes on: it is one that may be
 * done twice, because the vendor sends the same again.
 */
export const withinDeadline = async <Out>(work: Promise<Out>): Promise<Out> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new DatabaseAway('no answer in time')), DOOR_ANSWERS_WITHIN_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
