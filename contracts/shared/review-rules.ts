import { z } from 'zod'
import { cancelledBySaving, version, versionSeen } from '../message-settings.ts'
import { SMALLEST_AMOUNT } from './smallest-amount.ts'
import { shape } from './values.ts'

const AN_AMOUNT = 'The smallest amount must be from 0.01 to 1,000,000, in whole cents.'
const A_WORD = 'A word on invoices has 2 to 60 letters.'
const MOST_LABELS = 100

const isWholeCents = (amount: number): boolean => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6

export const xeroLabel = shape('XeroLabel', {
  kind: z
    .enum(['contact_group', 'tracking_option'])
    .describe('A group of customers, or an option of a tracking category that lines of invoices have.'),
  tenantId: z.guid().describe('The organisation in Xero whose label it is.'),
  id: z.guid().describe('What Xero calls it.'),
  name: z.string().min(1).max(500).describe("As Xero names it; a tracking option as 'Region: North'."),
})
export type XeroLabel = z.infer<typeof xeroLabel>

const leavesOutDeposits = z
  .boolean()
  .describe(
    'Invoices whose reference or number says that they are for a deposit or for progress, and not for the rest.',
  )

/** `PUT /api/sms/rules` → `ReviewRulesSaved` */
export const reviewRulesRequest = shape('ReviewRulesRequest', {
  smallestAmount: z
    .number({ error: AN_AMOUNT })
    .min(SMALLEST_AMOUNT.least, AN_AMOUNT)
    .max(SMALLEST_AMOUNT.most, AN_AMOUNT)
    .refine(isWholeCents, AN_AMOUNT)
    .nullable()
    .describe(
      'Decimal, with tax. An invoice below it is left out; one in another currency than the organisation keeps its books in is not. Null: any amount.',
    ),
  leavesOutDeposits,
  invoiceWords: z
    .array(z.string().trim().min(2, A_WORD).max(60, A_WORD))
    .max(50, 'Up to 50 words on invoices can be left out.')
    .describe('Invoices with one of these words in the reference or the number are left out.'),
  labels: z
    .array(xeroLabel)
    .max(MOST_LABELS, `Up to ${MOST_LABELS} groups and tracking options can be left out.`)
    .describe(
      'Customers in these groups, and invoices with a line tracked under these options, are left out.',
    ),
  version: versionSeen,
})
export type ReviewRulesRequest = z.infer<typeof reviewRulesRequest>

/** `GET /api/sms/rules` */
export const reviewRules = shape('ReviewRules', {
  smallestAmount: z.number().nullable(),
  leavesOutDeposits,
  invoiceWords: z.array(z.string()),
  labels: z.array(xeroLabel),
  currency: z.string().describe('Of the books in Xero, or of the account while that is not known.'),
  version,
})
export type ReviewRules = z.infer<typeof reviewRules>

/** What a save answers. */
export const reviewRulesSaved = shape('ReviewRulesSaved', {
  ...reviewRules.shape,
  cancelled: cancelledBySaving,
})

/** `GET /api/sms/labels`: what an owner can choose from. */
export const xeroLabels = shape('XeroLabels', {
  labels: z.array(xeroLabel),
  notAsked: z.string().nullable().describe('Why Xero was not asked; null where it was.'),
})
export type XeroLabels = z.infer<typeof xeroLabels>
