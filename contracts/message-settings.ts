import { z } from 'zod'
import { leavesDecentTime, TOO_FEW_DECENT_MINUTES } from './shared/sending-hours.ts'
import { moment, shape } from './shared/values.ts'

export const smsTemplate = shape('SmsTemplate', { message: z.string(), isEnabled: z.boolean() })
export type SmsTemplate = z.infer<typeof smsTemplate>

/** A save may say which version it changes; where another save came between, it is refused. */
export const versionSeen = z
  .string()
  .max(64)
  .optional()
  .describe('The `version` that was seen, as its answer said it.')
export const version = z.string().describe('Differs where what is saved differs.')

/** By which the texts of a business go. The operator of the service sets it. */
export const smsSender = shape('SmsSender', {
  kind: z.enum(['own-number', 'own-name', 'shared']),
  name: z
    .string()
    .nullable()
    .describe('The number or the name; null where the gateway picks one of several shared numbers.'),
  isTwoWay: z.boolean().describe('Whether a customer can reply STOP; else each text has a link to opt out.'),
})
export type SmsSender = z.infer<typeof smsSender>

/** `GET /api/sms/template` */
export const pausedBySupport = shape('PausedBySupport', { at: moment, reason: z.string() })

export const smsTemplateResponse = smsTemplate
  .extend({
    defaultMessage: z.string().describe("For 'Reset to default'."),
    fields: z.array(z.string()).describe('Names that may stand in braces, such as `firstName`.'),
    version,
    sender: smsSender,
    paused: pausedBySupport
      .nullable()
      .describe(
        'Our support has switched review requests off, and says why. Until it resumes them they stay off.',
      ),
    warnings: z
      .array(z.string())
      .describe('What its owner should think about again; nothing is refused for them.'),
  })
  .meta({ id: 'SmsTemplateResponse' })
export type SmsTemplateResponse = z.infer<typeof smsTemplateResponse>

/**
 * `PUT /api/sms/template` → `SmsTemplateResponse`; 422 with the message of the rule that it breaks, field `message`.
 */
export const smsTemplateRequest = shape('SmsTemplateRequest', {
  message: z.string().max(2000),
  isEnabled: z.boolean(),
  version: versionSeen,
})

/** `POST /api/sms/template/preview` */
export const smsPreviewRequest = shape('SmsPreviewRequest', { message: z.string().max(2000) })
export const smsPreview = shape('SmsPreview', {
  body: z
    .string()
    .nullable()
    .describe(
      'The finished text, as it would be sent once `problem` is put right; null while there is no message.',
    ),
  segments: z.int(),
  shortenBy: z
    .int()
    .nullable()
    .describe('Characters fewer with which it would take a segment less; null for one segment or none.'),
  price: z
    .number()
    .nullable()
    .describe('Decimal, of one such text to a customer in `country`, from the code that charges.'),
  currency: z.string(),
  country: z.string(),
  charactersLeft: z.int(),
  problem: z
    .object({
      code: z.enum(['blank', 'too_long', 'invalid_character', 'unknown_field']),
      message: z.string(),
      characters: z.array(z.string()),
    })
    .nullable()
    .describe('Why it cannot be saved as it is.'),
  warnings: z.array(z.string()),
  replacement: z
    .string()
    .nullable()
    .describe("The message with every such character replaced by its nearest: for 'Replace them for me'."),
  customer: z
    .object({
      isReal: z.boolean(),
      firstName: z.string().nullable(),
      customerName: z.string().nullable(),
      invoiceNumber: z.string().nullable(),
    })
    .describe(
      'Whom the preview is written to: the latest real customer, or an invented one while there is none.',
    ),
})
export type SmsPreview = z.infer<typeof smsPreview>

export const excludedContact = shape('ExcludedContact', {
  tenantId: z.guid(),
  contactId: z.guid(),
  name: z.string(),
  excludedAt: moment,
})
export type ExcludedContact = z.infer<typeof excludedContact>

const A_WORD = 'A word to leave out has 2 to 60 letters.'
const minuteOfDay = z.int().min(0).max(1440)

/** `PUT /api/sms/settings` → `SmsSettingsSaved` */
export const smsSettingsRequest = z
  .object({
    sendingFrom: minuteOfDay
      .max(1439)
      .nullable()
      .describe(
        "Minutes after midnight by the customer's own clock, or by the business's where nobody can tell; both null: at any hour. In real use no text goes before 8 am or after 9 pm, whatever is set.",
      ),
    sendingUntil: minuteOfDay
      .min(1)
      .nullable()
      .describe('Later than `sendingFrom`, so that at least an hour between them lies from 8 am to 9 pm.'),
    delayMinutes: z.int().min(0).max(43_200).describe('Between the payment and the text.'),
    askFirstAt: minuteOfDay
      .max(1439)
      .nullish()
      .describe(
        'Minutes after midnight at which texts go out unless the owner says no, inside the hours; null: she is not asked. Without it, it stays as it is, and hours that leave it outside are refused.',
      ),
    cooldownDays: z.int().min(0).max(730).describe('One text per customer in so many days; 0 means no rest.'),
    textsPerDay: z
      .int()
      .min(1)
      .max(500)
      .nullish()
      .describe(
        'The most texts in any 24 hours; a third of it in any hour. Without it the pace stays as it is.',
      ),
    excludedWords: z
      .array(z.string().trim().min(2, A_WORD).max(60, A_WORD))
      .max(50, 'Up to 50 words can be left out.')
      .describe('Customers whose name has one of these words are never texted.'),
    version: versionSeen,
  })
  .refine(({ sendingFrom, sendingUntil }) => (sendingFrom === null) === (sendingUntil === null), {
    path: ['sendingUntil'],
    error: 'Set both hours, or neither.',
  })
  .refine(
    ({ sendingFrom, sendingUntil }) =>
      sendingFrom === null || sendingUntil === null || sendingFrom < sendingUntil,
    { path: ['sendingUntil'], error: 'The second hour must be later than the first.', abort: true },
  )
  .refine(
    ({ sendingFrom, sendingUntil }) =>
      sendingFrom === null || sendingUntil === null || leavesDecentTime(sendingFrom, sendingUntil),
    { path: ['sendingUntil'], error: TOO_FEW_DECENT_MINUTES },
  )
  .refine(
    ({ sendingFrom, sendingUntil, askFirstAt }) =>
      sendingFrom === null ||
      sendingUntil === null ||
      askFirstAt === null ||
      askFirstAt === undefined ||
      (askFirstAt >= sendingFrom && askFirstAt < sendingUntil),
    { path: ['askFirstAt'], error: 'Texts must go at a time inside your sending hours.' },
  )
  .meta({ id: 'SmsSettingsRequest' })
export type SmsSettingsRequest = z.infer<typeof smsSettingsRequest>

/** `GET /api/sms/settings` */
export const smsSettings = shape('SmsSettings', {
  sendingFrom: z.int().nullable().describe("By the customer's own clock; null: at any hour."),
  sendingUntil: z.int().nullable(),
  delayMinutes: z.int(),
  askFirstAt: z.int().nullable(),
  cooldownDays: z.int(),
  textsPerDay: z.int().nullable().describe('Null for a business that asks all its customers at once.'),
  excludedWords: z.array(z.string()),
  excludedContacts: z.array(excludedContact),
  timeZone: z.string(),
  version,
  defaults: z.object({
    sendingFrom: z.int(),
    sendingUntil: z.int(),
    delayMinutes: z.int(),
    cooldownDays: z.int(),
  }),
})
export type SmsSettings = z.infer<typeof smsSettings>

export const cancelledBySaving = z
  .int()
  .describe('Texts that waited for customers who are left out by now, and that are not sent.')

/** What a save answers. */
export const smsSettingsSaved = shape('SmsSettingsSaved', {
  ...smsSettings.shape,
  cancelled: cancelledBySaving,
})

/** `GET /api/sms/contacts?query=`: up to 8 customers by name, in Xero and of paid invoices, to be excluded. */
export const contactSearchQuery = z.object({
  query: z.string().trim().max(100).describe('What was typed so far. Fewer than 2 characters find nothing.'),
})
export const contactSearchResponse = shape('ContactSearchResponse', {
  contacts: z.array(z.object({ tenantId: z.guid(), contactId: z.guid(), name: z.string() })),
  notAsked: z
    .string()
    .nullable()
    .describe(
      'Why Xero was not asked, so that only customers of paid invoices are found; null where it was.',
    ),
})
export type ContactSearchResponse = z.infer<typeof contactSearchResponse>

/** `PUT /api/sms/excluded-contacts/{contactId}` → `SmsSettings` */
export const excludedContactRequest = shape('ExcludedContactRequest', {
  tenantId: z.guid().describe('The organisation in Xero whose customer it is.'),
  name: z.string().trim().min(1).max(500).describe('As the search gave it, to show who is left out.'),
})

/** `PUT` and `DELETE /api/sms/excluded-contacts/{contactId}` → `SmsSettings` */
export const excludedContactParams = z.object({
  contactId: z.guid().describe('What Xero calls the customer.'),
})
