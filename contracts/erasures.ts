import { z } from 'zod'
import { moment, shape, shownTimeZone } from './shared/values.ts'

/** `GET /api/erasure` */
export const erasurePreview = shape('ErasurePreview', {
  businessName: z.string().describe('To be typed by whoever asks for it.'),
  customers: z.int().describe('Customers whose names and numbers are kept.'),
  texts: z.int(),
  codes: z.int().describe('Printed codes that others may claim then.'),
  funds: z.number().describe('Decimal: what is left of the funds.'),
  currency: z.string(),
  erasesAt: moment.describe('When it would be erased, were it asked for now.'),
})
export type ErasurePreview = z.infer<typeof erasurePreview>

/** `POST /api/erasure` */
export const erasureRequest = shape('ErasureRequest', {
  businessName: z.string().max(300).describe('As the preview says it, so that nobody does it by mistake.'),
  wantsRefund: z.boolean().describe('What is left of the funds is to be refunded, by us, by hand.'),
})
export const erasureResponse = shape('ErasureResponse', {
  erasesAt: moment.describe('Reactivating the account before then takes it back.'),
})

/** `POST /api/customers/erase` */
export const eraseContactRequest = shape('EraseContactRequest', {
  tenantId: z.guid().describe('The organisation in Xero whose customer it is.'),
  contactId: z.guid().describe('What Xero calls the customer.'),
  isSure: z.boolean().describe('Without it nothing is erased: the answer says what would be.'),
})
export const erasedContact = shape('ErasedContact', {
  isErased: z.boolean(),
  requests: z.int().describe('Review requests that lose name, number, e-mail and text.'),
  cancelled: z.int().describe('Of these, how many were still waiting and are not sent.'),
  invoices: z.int().describe('Invoices that lose the name and the reference.'),
  latestInvoice: z
    .string()
    .nullable()
    .describe('Number of the latest of these, by which two customers of one name are told apart.'),
})
export type ErasedContact = z.infer<typeof erasedContact>

/** `GET /api/exports`: the newest first, at most 50. */
export const exportList = shape('ExportList', {
  exports: z.array(
    shape('ExportLine', {
      at: moment,
      what: z.string().describe("Such as 'Everything (JSON)'."),
      who: z.string().describe("'You', another person of the business, or us."),
    }),
  ),
  timeZone: shownTimeZone,
})
export type ExportList = z.infer<typeof exportList>
