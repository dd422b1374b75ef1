import type { Backtest } from '../../contracts/backtest.ts'

type Words = {
  counted: (count: number, one: string) => string
  inMoney: (amount: number) => string
  inNumber: (count: number) => string
}

/** '57 of 61 paid invoices would have led to a text, for $5.13.' */
export const headline = (
  { asked, paid, cost }: Pick<Backtest, 'asked' | 'paid' | 'cost'>,
  { counted, inMoney, inNumber }: Words,
): string => {
  if (asked === 0) return `None of ${counted(paid, 'paid invoice')} would have led to a text.`
  return `${inNumber(asked)} of ${counted(paid, 'paid invoice')} would have led to a text, for ${inMoney(cost)}.`
}

/** '74 would have waited for their turn: at most 20 go out in 24 hours. The last would go on Friday 27 November.' */
export const turnsInWords = (
  { inTurn, days, until }: Pick<Backtest, 'inTurn' | 'days' | 'until'>,
  { inNumber, dayInWords }: Pick<Words, 'inNumber'> & { dayInWords: (day: string) => string },
): string => {
  const last = days.findLast(({ count }) => count > 0)
  const end = last && last.day > until ? `The last would go on ${dayInWords(last.day)}.` : ''
  if (!inTurn || inTurn.count === 0) return end
  const waited = `${inNumber(inTurn.count)} would have waited for their turn: at most ${inNumber(inTurn.perDay)} go out in 24 hours.`
  return end ? `${waited} ${end}` : waited
}

/** What a draft changes, beside what is saved. */
export const difference = (
  { asked, paid, askedAsSaved }: Pick<Backtest, 'asked' | 'paid' | 'askedAsSaved'>,
  { inNumber }: Pick<Words, 'inNumber'>,
): string => {
  const so = `It would have asked ${asked === 0 ? 'nobody' : inNumber(asked)}`
  if (askedAsSaved === null || askedAsSaved === asked) return `${so} either way.`
  const instead = `${so} instead of ${inNumber(askedAsSaved)}.`
  return askedAsSaved > asked
    ? `It would have left out ${inNumber(askedAsSaved - asked)} of ${inNumber(paid)}. ${instead}`
    : instead
}

/** 'It would cancel 3 texts that wait now.' Nothing where it would cancel none. */
export const cancelWords = (
  { wouldCancel }: Pick<Backtest, 'wouldCancel'>,
  { counted }: Pick<Words, 'counted'>,
): string =>
  wouldCancel
    ? `It would cancel ${counted(wouldCancel, 'text')} that ${wouldCancel === 1 ? 'waits' : 'wait'} now.`
    : ''

/** 'Betty Lindgren, Walter Pym and 3 more' */
export const namesInWords = (
  { names, count }: Pick<Backtest['skipped'][number], 'names' | 'count'>,
  { inNumber }: Pick<Words, 'inNumber'>,
): string => {
  const more = count - names.length
  if (more > 0 && names.length > 0) return `${names.join(', ')} and ${inNumber(more)} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
}
