/** What Xero calls a customer, and in which organisation. */
export type Contact = { tenantId: string; contactId: string }

/** Known by the number, of one business or (null) of all; or by the contact in Xero, which may have none. */
export type Whom =
  | { businessId: string | null; phone: string; phoneHash: Buffer }
  | { businessId: string; contact: Contact }

/** Texts of a person. Of which businesses they are leads to them by an index, which begins with the business. */
export type Texts = { businessIds: string[]; ids: string[] }
