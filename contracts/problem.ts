import { z } from 'zod'

/** What every refused or failed call answers (RFC 9457, `application/problem+json`). `code` is stable; `detail` is for people. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string().optional(),
  /** 422: each field that is wrong, as a dotted path. */
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** 403: this account is deactivated and may be reactivated. */
  isDeactivated: z.literal(true).optional(),
  /** 429: the same as the `Retry-After` header. */
  retryAfterSeconds: z.number().int().optional(),
})
export type Problem = z.infer<typeof problem>
