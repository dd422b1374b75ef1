// No schema here: the screens import these limits, and must not bundle the schemas with them.

/** How long one may run. Whole weeks: each day of the week counts as often. */
export const EXPERIMENT_WEEKS = [4, 8, 13, 26, 52] as const
