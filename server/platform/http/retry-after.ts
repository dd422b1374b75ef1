/** So long a vendor may have us wait by its own word: what something in between says is not taken for longer. */
const MOST_SECONDS = 60 * 60

/** What a Retry-After asks for, at most so much. Undefined for a date, for weeks, and for what is no number. */
export const retryAfterSeconds = (header: unknown, most = MOST_SECONDS): number | undefined =>
  typeof header === 'string' && /^\d{1,6}$/.test(header) ? Math.min(Number(header), most) : undefined
