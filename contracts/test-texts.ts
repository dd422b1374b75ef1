import { z } from 'zod'
import { shape } from './values.ts'

export const NO_MOBILE = 'Please enter a mobile number that can get texts.'

/** Of a call that sends something. */
const key = z
  .guid()
  .describe(
    'Made when the form is shown. A call that is repeated with it sends nothing and gets the answer to the first.',
  )

/** `POST /api/sms/test`: `message` to try an unsaved one. 409 `no-funds`, 422 for the number, 429. */
export const smsTestRequest = shape('SmsTestRequest', {
  key,
  phone: z.string().trim().min(3, NO_MOBILE).max(40, NO_MOBILE),
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
