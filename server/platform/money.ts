/** Integer cents to the decimal amount that goes over the wire: 1840 → 18.4. */
export const centsToDecimal = (cents: number): number => cents / 100

/** 1840, 'AUD' → '$18.40': for people, in the currency's own form. */
export const formatCents = (cents: number, currency: string, locale = 'en-AU'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    cents / 100,
  )
