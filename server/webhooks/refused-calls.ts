import { tenantsNamedIn } from '../integrations/xero/xero-webhook.ts'

export type RefusedCalls = {
  /** Of a call whose signature is wrong. Never throws, and asks nothing. */
  refused: (body: Buffer) => void
  /** Of a call that bears our signature. */
  taken: () => void
  /** How many refused calls named an organisation of ours since the last that was taken. One question at the most. */
  count: () => Promise<number>
}

/** Between two counts no more is looked through than this, so that a stranger costs no more than Xero does. */
const MOST_CALLS = 100
const MOST_BYTES = 1024 * 1024

/**
 * Whether Xero itself is refused: who posts events of an organisation that is connected here is no stranger, since only
 * Xero and its owner know its id. `known` returns those of these ids that are ours.
 */
export const watchRefusedCalls = (known: (tenantIds: string[]) => Promise<string[]>): RefusedCalls => {
  let waiting: string[][] = []
  let bytes = 0
  let ours = 0
  let takenCount = 0

  const lookUp = async (calls: string[][]): Promise<number> => {
    const found = new Set(await known([...new Set(calls.flat())]))
    return calls.filter((ids) => ids.some((id) => found.has(id))).length
  }

  return {
    refused: (body) => {
      if (waiting.length >= MOST_CALLS || bytes + body.length > MOST_BYTES) return
      bytes += body.length
      const ids = tenantsNamedIn(body)
      if (ids.length > 0) waiting.push(ids)
    },
    taken: () => {
      takenCount += 1
      waiting = []
      ours = 0
    },
    count: async () => {
      const [calls, before] = [waiting, takenCount]
      waiting = []
      bytes = 0
      // Where the database is away, those that come after it are looked up.
      const found = calls.length > 0 ? await lookUp(calls).catch(() => 0) : 0
      if (takenCount === before) ours += found
      return ours
    },
  }
}
