import { inMoney } from '../lib/words.ts'

type Limits = { least: number; most: number }

/** Why this is no amount to pay; null when it is one. */
export const amountProblem = (amount: string, { least, most }: Limits): string | null => {
  const number = Number(amount)
  const isWhole = /^\d{1,6}$/.test(amount.trim())
  if (isWhole && number >= least && number <= most) return null
  return `Choose a whole amount from ${inMoney(least)} to ${inMoney(most)}.`
}

/** How many average texts an amount buys. In cents: 0.3 / 0.1 is less than 3. */
export const textsFor = (amount: number, averagePrice: number): number => {
  const priceCents = Math.round(averagePrice * 100)
  return priceCents > 0 ? Math.floor(Math.round(amount * 100) / priceCents) : 0
}
