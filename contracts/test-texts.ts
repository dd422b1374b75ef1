import { z } from 'zod'
import { shape } from './values.ts'

/** `POST /api/sms/test`: `message` to try an unsaved one. 409 `no-funds`, 422 for the number, 429. */
export const smsTestRequest = shape('SmsTestRequest', {
  phone: z.string().trim().min(3).max(40),
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
