import { ambiguousWords, readAmount } from '../lib/typed-amounts.ts'
import { inMoney } from '../lib/words.ts'

type Limits = { least: number; most: number }

/** Why this is no amount to pay; null when it is one. */
export const amountProblem = (text: string, { least, most }: Limits): string | null => {
  const read = readAmount(text)
  const fits = (amount: number): boolean => Number.isInteger(amount) && amount >= least && amount <= most
  if (read.is === 'ambiguous' && read.readings.some(fits)) return ambiguousWords(text)
  if (read.is === 'amount' && fits(read.amount)) return null
  return `Choose a whole amount from ${inMoney(least)} to ${inMoney(most)}.`
}

/** NaN for what is no amount. */
export const amountIn = (text: string): number => {
  const read = readAmount(text)
  return read.is === 'amount' ? read.amount : Number.NaN
}

/** How many average texts an amount buys. In cents: 0.3 / 0.1 is less than 3. */
export const textsFor = (amount: number, averagePrice: number): number => {
  const priceCents = Math.round(averagePrice * 100)
  return priceCents > 0 ? Math.floor(Math.round(amount * 100) / priceCents) : 0
}
