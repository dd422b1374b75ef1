import { z } from 'zod'
import { moment, shape } from './values.ts'

/** A code that was texted to a number, to confirm it for test texts. */
export const smsTestCodeResponse = shape('SmsTestCodeResponse', {
  status: z
    .enum(['sent', 'unknown'])
    .describe('`unknown`: the gateway did not answer; where no code comes, ask for another.'),
  phone: z.string().describe('As it was understood, in E.164.'),
  expiresAt: moment,
  askAgainSeconds: z.int().describe('So long until another code may be asked for.'),
})
export type SmsTestCodeResponse = z.infer<typeof smsTestCodeResponse>
