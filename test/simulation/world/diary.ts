/** What really happened outside of the product: written by the world, read by the checks. Times are in ms. */
export type Diary = {
  businesses: DiaryBusiness[]
  invoices: Map<string, DiaryInvoice>
  stops: Stop[]
  /** The database went back from one moment to an earlier one. */
  forgotten: { from: number; until: number; isSnapshot: boolean }[]
  writes: TextWritten[]
  decisions: OwnerDecision[]
}

/** So many that a short run has some of them: the product itself leaves out one in ten. */
export const HELD_OUT_PERCENT = 30

/** A customer asked for no more texts. */
export type Stop = {
  phone: string
  by: 'text' | 'link'
  at: number
  /** When our door, or our page, has said that it knows. */
  confirmedAt?: number
  /** Of the link. */
  token?: string
}

export type DiaryBusiness = {
  businessId: string
  tenantId: string
  fundsCents: number
  grants: { at: number; cents: number }[]
  /** Minutes of the day; null is at any hour. */
  hours: InForce<{ from: number | null; until: number | null }>[]
  switched: InForce<boolean>[]
  cooldownDays: number
  pace: { perHour: number; perDay: number } | null
  /** By chance some of its customers are never asked. */
  holdsOut: boolean
}

/** A setting from when it was asked for until another one was confirmed. */
export type InForce<Value> = { from: number; until: number | undefined; value: Value }

export type DiaryInvoice = {
  invoiceId: string
  number: string
  business: number
  phone: string
  /** Whether there is a number that could be texted. */
  isReachable: boolean
  /** Paid before its business went live, and entered only now. */
  isEarly?: boolean
  /** Its payment was entered, removed and entered again, or it was voided. */
  changes: { at: number; isPaid: boolean }[]
}

/** What an owner decided of one text that waits. */
export type OwnerDecision = {
  invoiceId: string
  choice: string
  askedAt: number
  /** When her screen has said that it is so. */
  confirmedAt: number | undefined
}

/** A text that a process of the product handed to the network, whatever became of it. */
export type TextWritten = { at: number; to: string; body: string; by: string }

export const newDiary = (): Diary => ({
  businesses: [],
  invoices: new Map(),
  stops: [],
  forgotten: [],
  writes: [],
  decisions: [],
})
