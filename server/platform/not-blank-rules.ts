/** Trimmed; null where it is nothing but spaces, as a name may be that somebody typed. */
export const notBlank = (typed: string | null | undefined): string | null => typed?.trim() || null
