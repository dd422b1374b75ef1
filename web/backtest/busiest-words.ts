import type { Backtest } from '../../contracts/backtest.ts'

/** 'Most on Friday 6 November: 3.', or how many at most where several days had as many. */
export const busiestInWords = (
  days: Backtest['days'],
  { inNumber, dayInWords }: { inNumber: (count: number) => string; dayInWords: (day: string) => string },
): string => {
  const most = Math.max(...days.map(({ count }) => count))
  const [first, ...others] = days.filter(({ count }) => count === most)
  if (!first || most === 0) return ''
  if (others.length > 0) return `At most ${inNumber(most)} in a day.`
  return `Most on ${dayInWords(first.day)}: ${inNumber(most)}.`
}
