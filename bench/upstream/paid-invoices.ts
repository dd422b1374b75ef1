/** What the harness said about an invoice. An invoice that nobody spoke of exists all the same, paid today. */
export type Spoken = { type?: string; status?: string; amountPaid?: number; amountCredited?: number }

type Paid = { id: string; updatedAt: number }

export type PaidInvoices = ReturnType<typeof createPaidInvoices>

/** Only what `pay` was told shows in a sweep; a single GET knows every id. */
export const createPaidInvoices = () => {
  let spoken = new Map<string, Spoken>()
  let paid = new Map<string, Paid[]>()

  return {
    reset: () => {
      spoken = new Map()
      paid = new Map()
    },
    speak: (id: string, words: Spoken) => void spoken.set(id, words),
    spokenOf: (id: string): Spoken | undefined => spoken.get(id),
    pay: (tenantId: string, ids: string[], updatedAt: number) => {
      const list = paid.get(tenantId) ?? []
      for (const id of ids) list.push({ id, updatedAt })
      paid.set(tenantId, list)
    },
    paidSince: (tenantId: string, since: number): Paid[] =>
      (paid.get(tenantId) ?? []).filter(({ updatedAt }) => updatedAt >= since),
  }
}

const MOBILES = 40_000_000

/** The harness counts its invoices; the count is the last twelve digits of the id. */
export const invoiceId = (count: number): string =>
  `1e570000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`

export const countOf = (id: string): number => Number.parseInt(id.slice(-12), 16) || 0

export const contactId = (id: string): string => `c0471ac7${id.slice(8)}`

/** +61400000000 to +61439999999: each one a valid Australian mobile, and a different one for each invoice. */
export const mobileOf = (id: string): string => `4${String(countOf(id) % MOBILES).padStart(8, '0')}`
