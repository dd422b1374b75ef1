import { z } from 'zod'
import { moment, shape } from './values.ts'

/** `GET /api/operator/me` */
export const operatorSession = shape('OperatorSession', {
  operator: z.string().describe('Who is signed in, as the audit log names her.'),
  endsAt: moment.describe('When she has to sign in again, however busy she is.'),
})
export type OperatorSession = z.infer<typeof operatorSession>

export const MOST_REASON = 500

/** Every act of an operator's is asked for with why. */
export const reason = z
  .string()
  .trim()
  .min(1, 'Please give a reason.')
  .max(MOST_REASON, `A reason has at most ${MOST_REASON} characters.`)
  .describe(
    'Why. It is kept in the audit log for good, and the owner reads it where it is about her business.',
  )
