export type ReadAmount =
  | { is: 'amount'; amount: number }
  | { is: 'ambiguous'; readings: [number, number] }
  | { is: 'none' }

/**
 * Reads an amount as people write it in this language: with or without the sign of the currency, with thousands parted,
 * with cents. What may be a thousand or one with three decimals is not guessed.
 */
export const amountReader = (locale: string, currency: string): ((text: string) => ReadAmount) => {
  const signs = signsOf(locale, currency)
  const group = partOf(new Intl.NumberFormat(locale, { useGrouping: true }), 'group')
  // Twice: '$25.00 AUD' has the sign and the code.
  const withoutSigns = (text: string): string => withoutSign(withoutSign(text, signs), signs)
  return (text) => readNumber(withoutSigns(text.replace(/\s/g, '')), group)
}

const NONE: ReadAmount = { is: 'none' }

const readNumber = (text: string, group: string | undefined): ReadAmount => {
  if (!/^\d+([.,]\d+)*$/.test(text)) return NONE
  const used = [...new Set(text.replace(/\d/g, ''))]
  const [first, second] = used
  if (first === undefined) return amountOf(text)
  if (second !== undefined) {
    const [whole = '', ...cents] = text.split(second)
    return cents.length === 1 && isCents(cents[0]!) && isGrouped(whole.split(first))
      ? amountOf(whole.replaceAll(first, ''), cents[0])
      : NONE
  }
  const parts = text.split(first)
  if (parts.length === 2 && isCents(parts[1]!)) return amountOf(parts[0]!, parts[1])
  if (!isGrouped(parts)) return NONE
  if (first === group || parts.length > 2) return amountOf(parts.join(''))
  return { is: 'ambiguous', readings: [Number(parts.join('')), Number(parts.join('.'))] }
}

const amountOf = (whole: string, cents = '0'): ReadAmount => ({
  is: 'amount',
  amount: Number(`${whole}.${cents}`),
})

const isCents = (digits: string): boolean => /^\d{1,2}$/.test(digits)

/** 1,000 and 12,000,000, but not 1,00,000 and not 0,001. */
const isGrouped = ([head = '', ...rest]: string[]): boolean =>
  /^[1-9]\d{0,2}$/.test(head) && rest.every((part) => /^\d{3}$/.test(part))

const withoutSign = (text: string, signs: string[]): string => {
  const lower = text.toLowerCase()
  const before = signs.find((sign) => lower.startsWith(sign))
  if (before !== undefined) return text.slice(before.length)
  const after = signs.find((sign) => lower.endsWith(sign))
  return after === undefined ? text : text.slice(0, -after.length)
}

/** '$', 'A$' and 'AUD' of the Australian dollar, the longest first. */
const signsOf = (locale: string, currency: string): string[] => {
  const signs = ['symbol', 'narrowSymbol', 'code'].flatMap((currencyDisplay) =>
    [locale, 'en-US'].map((language) =>
      partOf(
        new Intl.NumberFormat(language, {
          style: 'currency',
          currency,
          currencyDisplay: currencyDisplay as 'symbol',
        }),
        'currency',
      ),
    ),
  )
  const known = signs.flatMap((sign) => (sign ? [sign.replace(/\s/g, '').toLowerCase()] : []))
  return [...new Set(known)].toSorted((a, b) => b.length - a.length)
}

const partOf = (format: Intl.NumberFormat, type: Intl.NumberFormatPartTypes): string | undefined =>
  format.formatToParts(1_234_567).find((part) => part.type === type)?.value
