import { z } from 'zod'
import { version, versionSeen } from '../message-settings.ts'
import { moment, shape } from './values.ts'

export const reminderWay = z.enum(['text', 'email'])
export type ReminderWay = z.infer<typeof reminderWay>

export const reminderAttestation = z.enum(['GB:text', 'GB:email', 'NZ:text', 'NZ:email', 'US:text'])
export type ReminderAttestation = z.infer<typeof reminderAttestation>

const A_DAY = 'Choose a day from the 7th to the 14th after the text.'

const chosen = {
  isOn: z.boolean().describe('Off until the owner switches it on.'),
  afterDays: z
    .int(A_DAY)
    .min(7, A_DAY)
    .max(14, A_DAY)
    .describe('How many days after the text the reminder goes.'),
  way: reminderWay.describe('By which all reminders go.'),
  message: z.string().max(2000).describe('Its words, under the rules of every message.'),
  attested: z
    .array(reminderAttestation)
    .max(reminderAttestation.options.length)
    .describe('What the owner confirms of her customers, as `countries` names it.'),
}

/** A country and a way in which its customers are reminded. A country that is in no row of the list is not served. */
export const reminderCountry = shape('ReminderCountry', {
  country: z.string().describe('ISO 3166 alpha-2, of the mobile of the customer.'),
  way: reminderWay,
  attestation: reminderAttestation
    .nullable()
    .describe('Has to be among `attested` before anybody there is reminded so; null: nothing has to.'),
  words: z.string().nullable().describe('What she confirms by it, in full; null where nothing has to be.'),
  needsAddress: z.boolean().describe('Whether each message has to name a postal address.'),
})
export type ReminderCountry = z.infer<typeof reminderCountry>

/** `GET /api/sms/reminders` */
export const reminderSettings = shape('ReminderSettings', {
  ...chosen,
  afterDays: z.int().describe('How many days after the text the reminder goes.'),
  attested: z.array(z.string()).describe('What the owner confirmed of her customers.'),
  onSince: moment
    .nullable()
    .describe('When it was last switched on: only texts sent after it are reminded. Null: never.'),
  attestedAt: moment.nullable().describe('When what she confirmed was last changed; null: nothing is.'),
  version,
  defaultMessage: z.string().describe("For 'Reset to default'."),
  fields: z.array(z.string()).describe('Names that may stand in braces, such as `firstName`.'),
  firstDay: z.int().describe('The first day that can be chosen.'),
  lastDay: z.int(),
  countries: z
    .array(reminderCountry)
    .describe('Where customers are reminded, by which way. Customers of any other country are not.'),
  canMail: z.boolean().describe('Whether a reminder can go by e-mail: false where no mail server is set.'),
  postalAddress: z
    .string()
    .nullable()
    .describe('The address that e-mails name where they have to, as Google has it; null: Google has none.'),
})
export type ReminderSettings = z.infer<typeof reminderSettings>

/** `PUT /api/sms/reminders` → `ReminderSettings` */
export const reminderSettingsRequest = shape('ReminderSettingsRequest', { ...chosen, version: versionSeen })
export type ReminderSettingsRequest = z.infer<typeof reminderSettingsRequest>
