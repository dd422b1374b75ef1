type WithWeekInfo = Intl.Locale & {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

const SUNDAY_FIRST = new Set('US CA MX BR JP KR TW HK IL IN ZA PH CO PE VE'.split(' '))

/**
 * The weekday that a week begins with where the reader is; 0 is Sunday. Firefox does not know it, so there is a
 * list.
 */
export const weekStart = (language: string): number => {
  const locale = new Intl.Locale(language).maximize() as WithWeekInfo
  const info = locale.getWeekInfo?.() ?? locale.weekInfo
  if (info) return info.firstDay % 7
  return SUNDAY_FIRST.has(locale.region ?? '') ? 0 : 1
}
