/** Opens the invoice or bill in Xero, in the organisation it belongs to where we know its short code. */
export const invoiceUrl = (shortCode: string | null, invoiceId: string): string =>
  shortCode
    ? `${XERO}/app/${encodeURIComponent(shortCode)}/invoicing/view/${invoiceId}`
    : `${XERO}/AccountsReceivable/View.aspx?InvoiceID=${invoiceId}`

/** Opens the contact in Xero, in the organisation it belongs to where we know its short code. */
export const contactUrl = (shortCode: string | null, contactId: string): string =>
  shortCode
    ? `${XERO}/app/${encodeURIComponent(shortCode)}/contacts/contact/${contactId}`
    : `${XERO}/Contacts/View/${contactId}`

const XERO = 'https://go.xero.com'
