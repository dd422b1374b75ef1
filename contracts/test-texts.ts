import { z } from 'zod'
import { shape } from './shared/values.ts'

export const NO_MOBILE = 'Please enter a mobile number that can get texts.'

const phone = z.string().trim().min(3, NO_MOBILE).max(40, NO_MOBILE)
const e164 = z.string().describe('As it was understood, in E.164.')

/** `POST /api/sms/test-codes` → `SmsTestCodeResponse`: texts a code to a number not confirmed yet, free of charge. */
export const smsTestCodeRequest = shape('SmsTestCodeRequest', { phone })

const SIX_DIGITS = 'The code has six digits.'

/** `POST /api/sms/test-numbers`: confirms a number by the code that came to it. */
export const smsTestNumberRequest = shape('SmsTestNumberRequest', {
  phone,
  code: z
    .string()
    .trim()
    .regex(/^\d{3} ?\d{3}$/, SIX_DIGITS),
})
export const smsTestNumberResponse = shape('SmsTestNumberResponse', { phone: e164 })
export type SmsTestNumberResponse = z.infer<typeof smsTestNumberResponse>

/** `POST /api/sms/test`: to a confirmed number, else 409 `number-not-confirmed`. `message` to try an unsaved one. */
export const smsTestRequest = shape('SmsTestRequest', {
  phone,
  message: z.string().max(2000).optional(),
})
export const smsTestResponse = shape('SmsTestResponse', {
  status: z
    .enum(['sent', 'unknown'])
    .describe(
      '`unknown`: the gateway did not answer; it is found out, and paid back if the text never went.',
    ),
  phone: z.string(),
  body: z.string(),
  segments: z.int(),
  price: z.number(),
  currency: z.string(),
  balance: z.number().describe('What is left, decimal.'),
})
export type SmsTestResponse = z.infer<typeof smsTestResponse>
