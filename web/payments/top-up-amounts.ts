import type { TopUpsResponse } from '../../contracts/payments.ts'
import { countryInWords } from '../lib/country-words.ts'
import { ambiguousWords, readAmount } from '../lib/typed-amounts.ts'
import { counted, inMoney } from '../lib/words.ts'

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

/** What can be spent; below zero, after a refund or a dispute, what is owed. */
export const availableWords = (balance: number): string =>
  balance < 0 ? `You owe ${inMoney(-balance)}. ${OWED}` : `${inMoney(balance)} available for texts.`

export const OWED = 'A payment went back to you after part of it was spent. Your next top-up pays it first.'

type Prices = Pick<TopUpsResponse, 'averageTextPrice' | 'guessedFor'>

/** How many texts an amount buys, less what is owed. */
export const buysWords = (amount: number, { averageTextPrice, guessedFor }: Prices, balance = 0): string => {
  const owed = Math.max(0, -balance)
  const texts = textsFor(amount - owed, averageTextPrice)
  if (owed > 0 && texts <= 0) {
    const paid = owed <= amount ? '' : `${inMoney(amount)} of `
    return `It pays ${paid}the ${inMoney(owed)} that you owe, and buys no text yet.`
  }
  const to = guessedFor ? ` to mobiles in ${countryInWords(guessedFor)}` : ''
  const basis = guessedFor ? 'for a text of usual length' : 'on average'
  const less = owed > 0 ? `, after the ${inMoney(owed)} that you owe` : ''
  return `About ${counted(texts, 'text')}${to}, at ${inMoney(averageTextPrice)} each ${basis}${less}.`
}
