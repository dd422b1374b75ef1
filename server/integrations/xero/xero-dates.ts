const MS_DATE = /^\/Date\((-?\d{1,16})([+-]\d{4})?\)\/$/
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * The instant in '/Date(1573755038314+0000)/' or in ISO text. The number counts from the epoch whatever offset follows;
 * ISO text without a zone is UTC, as in every Xero answer. Undefined for anything else.
 */
export const readXeroInstant = (text: string): Date | undefined => {
  const msDate = MS_DATE.exec(text)
  if (msDate) return valid(new Date(Number(msDate[1])))
  const iso = ISO.exec(text)
  if (!iso) return undefined
  return valid(new Date(iso[1] && !iso[4] ? `${text}Z` : text))
}

/**
 * The day, as 'YYYY-MM-DD', that a date-only value labels. Xero writes it as midnight UTC of that day wherever the
 * organisation is, so no time zone may shift it.
 * https://developer.xero.com/documentation/api/accounting/requests-and-responses
 */
export const readXeroDay = (text: string): string | undefined => {
  const day = readXeroInstant(ISO.test(text) ? text.slice(0, 10) : text)
  return day?.toISOString().slice(0, 10)
}

/** Of a year that has four digits in PostgreSQL, too. */
const valid = (date: Date): Date | undefined => {
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date : undefined
}
