import type { AskedWeeks } from '../../../contracts/review-requests.ts'
import { locale } from '../../lib/formats/locale.ts'
import { counted, inNumber } from '../../lib/words.ts'

type Weeks = AskedWeeks['weeks']

const dayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** '16 – 22 Nov'. Of twelve weeks the year goes without saying. */
export const weekInWords = ({ from, to }: Pick<Weeks[number], 'from' | 'to'>): string =>
  dayAndMonth.formatRange(Date.parse(from), Date.parse(to))

export const inTotal = (weeks: Weeks): Pick<Weeks[number], 'asked' | 'delivered' | 'opened'> => ({
  asked: sum(weeks.map(({ asked }) => asked)),
  delivered: sum(weeks.map(({ delivered }) => delivered)),
  opened: sum(weeks.map(({ opened }) => opened)),
})

/** 'In 12 weeks you asked 61 customers; 58 texts were reported delivered, and 22 links were opened.' */
export const totalInWords = (weeks: Weeks): string => {
  const { asked, delivered, opened } = inTotal(weeks)
  return (
    `In ${inNumber(weeks.length)} weeks you asked ${counted(asked, 'customer')}: ` +
    `${counted(delivered, 'text')} reported delivered, ${counted(opened, 'link')} opened.`
  )
}

/** Without the weeks before the first text of them all. */
export const sinceFirst = (weeks: Weeks): Weeks =>
  weeks.slice(0, weeks.findLastIndex(({ asked }) => asked > 0) + 1)

const sum = (counts: number[]): number => counts.reduce((all, count) => all + count, 0)
