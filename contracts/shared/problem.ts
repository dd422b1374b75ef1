import { z } from 'zod'
import { PROBLEMS, type ProblemCode } from './problem-codes.ts'
import { smsTestCodeResponse } from './test-codes.ts'
import { moment, shape } from './values.ts'

/** What every refused or failed call answers (RFC 9457, `application/problem+json`). */
export const problem = shape('Problem', {
  type: z.string(),
  title: z.string().describe('The status in words.'),
  status: z.int(),
  code: z.enum(Object.keys(PROBLEMS) as ProblemCode[]).describe('Stable: programs rely on it.'),
  detail: z.string().describe('What happened, for a person, without names of fields. Its words may change.'),
  requestId: z.string().optional().describe('What our records call this request.'),
  fields: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe(
      '422: each field that is wrong, as a dotted path, and why: a sentence for whoever filled it in, or in small letters some words for programs. `detail` does not repeat it.',
    ),
  isDeactivated: z
    .literal(true)
    .optional()
    .describe('403: this account is deactivated and may be reactivated.'),
  erasesAt: moment
    .optional()
    .describe(
      '`deactivated`, to whoever has just signed in: when the business is erased, where it is to be.',
    ),
  openCode: smsTestCodeResponse
    .optional()
    .describe('`number-not-confirmed`: the code that was texted to this number last, while it counts.'),
  retryAfterSeconds: z.int().optional().describe('429 and 503: the same as the `Retry-After` header.'),
})
export type Problem = z.infer<typeof problem>
