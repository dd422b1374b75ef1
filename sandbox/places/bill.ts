import type { Sku } from './field-mask.ts'

export type Bill = {
  /** Details calls by what they are billed as. */
  details: Record<Sku, number>
  /** Letters typed: free in a session that a Pro or Enterprise details call ended, else each is billed. */
  autocomplete: { free: number; billed: number }
}

export type Meter = {
  autocomplete: (sessionToken: string | undefined) => void
  details: (sku: Sku, sessionToken: string | undefined) => void
  /** A session without a details call counts as abandoned: its letters are billed. */
  bill: () => Bill
}

/** Counts calls as Google bills them, so that a test can assert what a search costs. */
export const createMeter = (): Meter => {
  const open = new Map<string, number>()
  const ended = new Set<string>()
  const details: Bill['details'] = { 'ids-only': 0, essentials: 0, pro: 0, enterprise: 0 }
  let free = 0
  let billed = 0

  return {
    autocomplete: (token) => {
      if (token === undefined || ended.has(token)) billed += 1
      else open.set(token, (open.get(token) ?? 0) + 1)
    },
    details: (sku, token) => {
      details[sku] += 1
      if (token === undefined || !open.has(token)) return
      const letters = open.get(token)!
      open.delete(token)
      ended.add(token)
      if (sku === 'pro' || sku === 'enterprise') free += letters
      else {
        billed += Math.min(letters, 12)
        free += Math.max(letters - 12, 0)
      }
    },
    bill: () => {
      const abandoned = [...open.values()].reduce((sum, letters) => sum + letters, 0)
      return { details: { ...details }, autocomplete: { free, billed: billed + abandoned } }
    },
  }
}
