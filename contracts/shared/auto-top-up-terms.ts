// No schema here: the screens import these words and limits, and must not bundle the schemas with them.

/** In whole units of the currency: what can be chosen, and what is proposed. */
export const AUTO_TOP_UP = {
  threshold: { least: 5, most: 200, proposed: 10 },
  amount: { least: 10, most: 500, proposed: 50 },
  monthlyCap: { least: 10, most: 2_000, proposed: 200 },
} as const

export type AutoTopUpTerms = { threshold: number; amount: number; monthlyCap: number }

/** What an owner agrees to, word for word as the screen shows it and our records keep it. */
export const consentWords = ({ threshold, amount, monthlyCap }: AutoTopUpTerms, currency: string): string => {
  const money = new Intl.NumberFormat('en-AU', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  })
  return (
    `When my funds fall below ${money.format(threshold)}, charge my saved card ${money.format(amount)}, ` +
    `never more than ${money.format(monthlyCap)} a month. I can change this or turn it off at any time.`
  )
}
