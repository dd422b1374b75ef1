import { locale } from './formats/locale.ts'
import { amountReader } from './formats/read-amount.ts'
import { site } from './site.ts'

export const readAmount = amountReader(locale, site.currency)

/** For one that may be a thousand or one with three decimals. */
export const ambiguousWords = (text: string): string =>
  `“${text.trim()}” can be read in two ways: write it without a dot or comma.`
