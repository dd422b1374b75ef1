/** Which requests: what they match, in which order, on which days of the business. */
export type RequestFilter = { search?: string; order: 'newest' | 'oldest'; from?: string; to?: string }
