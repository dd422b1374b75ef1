import { locale } from '../lib/formats/locale.ts'
import { site } from '../lib/site.ts'
import { inMoney } from '../lib/words.ts'

const inCode = new Map<string, Intl.NumberFormat>()

/** In a currency that is not that of the funds, the sign of which stands on every screen, it is named by its code. */
export const amountInWords = (amount: number, currency: string): string => {
  if (currency === site.currency) return inMoney(amount)
  const format =
    inCode.get(currency) ??
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' })
  inCode.set(currency, format)
  return format.format(amount)
}
