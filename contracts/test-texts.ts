import { z } from 'zod'

/** `POST /api/sms/test`: `message` to try an unsaved one. 409 `no-funds`, 422 for the number, 429. */
export const smsTestRequest = z.object({
  phone: z.string().trim().min(3).max(40),
  message: z.string().max(2000).optional(),
})
export const smsTestResponse = z.object({
  /** `unknown`: the gateway did not answer; it is found out, and paid back if the text never went. */
  status: z.enum(['sent', 'unknown']),
  phone: z.string(),
  body: z.string(),
  segments: z.number().int(),
  price: z.number(),
  currency: z.string(),
  /** What is left, decimal. */
  balance: z.number(),
})
export type SmsTestResponse = z.infer<typeof smsTestResponse>
