/** What one access token opens: an organisation ("tenant") of the person who consented. */
export type XeroSession = { accessToken: string; tenantId: string }

/** Tokens as Xero issues them. The access token is valid for 30 minutes; each refresh replaces the refresh token. */
export type XeroTokens = {
  accessToken: string
  refreshToken: string
  accessExpiresAt: Date
  /** From the access token's own claims: which consent these tokens came from. */
  authenticationEventId: string | undefined
}

export type XeroConnection = {
  connectionId: string
  authenticationEventId: string | undefined
  tenantId: string
  tenantType: string
  tenantName: string
  createdDateUtc: Date
}

/** Free text as people typed it, in Xero's four or five slots. */
export type XeroPhone = {
  type: 'DEFAULT' | 'DDI' | 'FAX' | 'MOBILE' | 'OFFICE'
  countryCode: string
  areaCode: string
  number: string
}

export type XeroContact = {
  contactId: string
  /** Trimmed, as are the other two; undefined where it is only spaces. */
  name: string | undefined
  firstName: string | undefined
  lastName: string | undefined
  email: string | undefined
  phones: XeroPhone[]
  /** Contact groups; empty also where an answer leaves them out, as one on many contacts without a page does. */
  groupIds: string[]
}

/** What people in Xero sort by: contact groups, or the options of a tracking category. */
export type XeroLabel = { id: string; name: string }

export type XeroInvoice = {
  invoiceId: string
  number: string | undefined
  /** Free text of a sales invoice, such as '50% deposit'. */
  reference: string | undefined
  /** ACCREC is a sales invoice, ACCPAY a bill. */
  type: string
  status: string
  currency: string | undefined
  /** Decimal amounts as Xero writes them, in the invoice's currency. */
  total: number
  amountDue: number
  amountPaid: number
  amountCredited: number
  /** Prepayments or overpayments were applied: real money that Xero counts under AmountCredited. */
  hasPrepaidMoney: boolean
  /** FullyPaidOnDate, a label of a day ('2026-11-20') without a time zone. */
  paidOn: string | undefined
  updatedAt: Date
  /** Tracking options of its lines. */
  trackingIds: string[]
  contactId: string | undefined
  contactName: string | undefined
  /** The whole contact, from a single GET only; a list leaves the phones out. */
  contact: XeroContact | undefined
}

export type XeroOrganisation = {
  name: string
  shortCode: string | undefined
  /** ISO 3166 alpha-2. */
  country: string | undefined
  /** IANA name, where Xero's is unknown to us the usual one of the country; undefined where that is, too. */
  timeZone: string | undefined
  isTimeZoneKnown: boolean
  currency: string | undefined
  isDemo: boolean
}

/** The calls left, by an answer's headers; undefined where a header was absent. */
export type XeroLimits = {
  minuteRemaining: number | undefined
  dayRemaining: number | undefined
  appMinuteRemaining: number | undefined
}

export type XeroAnswer<Body> = { body: Body; limits: XeroLimits }

/** A document of a list that is not as Xero describes it. One without a readable id has none here. */
export type UnreadableDocument = { id: string | undefined; cause: Error }

export type XeroList<Item> = { items: Item[]; unreadable: UnreadableDocument[] }

export type XeroPage<Item> = XeroList<Item> & { page: number; pageCount: number }
