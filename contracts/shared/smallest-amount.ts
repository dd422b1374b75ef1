/** What the smallest amount of an invoice may be, decimal, in whole cents. */
export const SMALLEST_AMOUNT = { least: 0.01, most: 1_000_000 }
