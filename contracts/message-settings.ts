import { z } from 'zod'
import { moment, typed } from './values.ts'

/** Characters, as people count them. */
export const TEMPLATE_LIMIT = 200

export const smsTemplate = z.object({ message: z.string(), isEnabled: z.boolean() })
export type SmsTemplate = z.infer<typeof smsTemplate>

/** `GET /api/sms/template` */
export const smsTemplateResponse = smsTemplate.extend({
  /** For 'Reset to default'. */
  defaultMessage: z.string(),
  /** Names that may stand in braces, such as `firstName`. */
  fields: z.array(z.string()),
  /** What its owner should think about again; nothing is refused for them. */
  warnings: z.array(z.string()),
})
export type SmsTemplateResponse = z.infer<typeof smsTemplateResponse>

/** `PUT /api/sms/template` → `SmsTemplateResponse`; 422 with the message of the rule that it breaks, field `message`. */
export const smsTemplateRequest = z.object({ message: z.string().max(2000), isEnabled: z.boolean() })

/** `POST /api/sms/template/preview` */
export const smsPreviewRequest = z.object({ message: z.string().max(2000) })
export const smsPreview = z.object({
  /** The finished text, as it would be sent once `problem` is put right; null while there is no message. */
  body: z.string().nullable(),
  segments: z.number().int(),
  /** Decimal, of one such text to a customer in `country`, from the code that charges. */
  price: z.number().nullable(),
  currency: z.string(),
  country: z.string(),
  charactersLeft: z.number().int(),
  /** Why it cannot be saved as it is. */
  problem: z
    .object({
      code: z.enum(['blank', 'too_long', 'invalid_character', 'unknown_field']),
      message: z.string(),
      characters: z.array(z.string()),
    })
    .nullable(),
  warnings: z.array(z.string()),
  /** The message with every such character replaced by its nearest: for 'Replace them for me'. */
  replacement: z.string().nullable(),
  /** Whom the preview is written to: the latest real customer, or somebody made up while there is none. */
  customer: z.object({
    isReal: z.boolean(),
    firstName: z.string().nullable(),
    customerName: z.string().nullable(),
    invoiceNumber: z.string().nullable(),
  }),
})
export type SmsPreview = z.infer<typeof smsPreview>

export const excludedContact = z.object({
  tenantId: z.guid(),
  contactId: z.guid(),
  name: z.string(),
  excludedAt: moment,
})
export type ExcludedContact = z.infer<typeof excludedContact>

const minuteOfDay = z.number().int().min(0).max(1440)

/** `PUT /api/sms/settings` → `SmsSettings` */
export const smsSettingsRequest = z
  .object({
    /** Minutes after midnight in the business's time zone; both null: at any hour. */
    sendingFrom: minuteOfDay.max(1439).nullable(),
    sendingUntil: minuteOfDay.min(1).nullable(),
    /** Between the payment and the text. */
    delayMinutes: z.number().int().min(0).max(43_200),
    /** One text per customer in so many days; 0 means no rest. */
    cooldownDays: z.number().int().min(0).max(730),
    /** Customers whose name has one of these words are never texted. */
    excludedWords: z.array(typed.trim().min(2).max(60)).max(50),
  })
  .refine(({ sendingFrom, sendingUntil }) => (sendingFrom === null) === (sendingUntil === null), {
    path: ['sendingUntil'],
    error: 'set both hours, or neither',
  })
  .refine(
    ({ sendingFrom, sendingUntil }) =>
      sendingFrom === null || sendingUntil === null || sendingFrom < sendingUntil,
    { path: ['sendingUntil'], error: 'must be later than the first hour' },
  )
export type SmsSettingsRequest = z.infer<typeof smsSettingsRequest>

/** `GET /api/sms/settings` */
export const smsSettings = z.object({
  sendingFrom: z.number().int().nullable(),
  sendingUntil: z.number().int().nullable(),
  delayMinutes: z.number().int(),
  cooldownDays: z.number().int(),
  excludedWords: z.array(z.string()),
  excludedContacts: z.array(excludedContact),
  timeZone: z.string(),
  defaults: z.object({
    sendingFrom: z.number().int(),
    sendingUntil: z.number().int(),
    delayMinutes: z.number().int(),
    cooldownDays: z.number().int(),
  }),
})
export type SmsSettings = z.infer<typeof smsSettings>

/** `GET /api/sms/contacts?query=`: up to 8 customers of paid invoices by name, to be excluded. */
export const contactSearchQuery = z.object({ query: typed.trim().max(100) })
export const contactSearchResponse = z.object({
  contacts: z.array(z.object({ tenantId: z.guid(), contactId: z.guid(), name: z.string() })),
})

/** `PUT` and `DELETE /api/sms/excluded-contacts/{contactId}` → `SmsSettings` */
export const excludedContactParams = z.object({ contactId: z.guid() })
