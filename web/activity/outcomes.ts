import type { ActivityOutcome, ActivityTotals } from '../../contracts/activity.ts'
import { addDays, type Day } from '../lib/days.ts'
import { counted, inNumber } from '../lib/words.ts'
import type { BadgeTone } from '../ui/feedback/badge.tsx'

export const PERIODS = [
  { value: 'week', words: 'Last 7 days' },
  { value: 'month', words: 'This month' },
  { value: 'all', words: 'All time' },
] as const

export type Period = (typeof PERIODS)[number]['value']

export const readPeriod = (word: string | null): Period =>
  PERIODS.find(({ value }) => value === word)?.value ?? 'week'

/** The days of a period, both inclusive, by the business's calendar. */
export const daysOf = (period: Period, today: Day): { from: Day; to: Day } => {
  if (period === 'all') return { from: BEFORE_US, to: today }
  return { from: period === 'week' ? addDays(today, -6) : `${today.slice(0, 7)}-01`, to: today }
}

const BEFORE_US = '2020-01-01'

export const OUTCOMES: Record<ActivityOutcome, { words: string; tone: BadgeTone }> = {
  texted: { words: 'Texted', tone: 'ok' },
  pending: { words: 'Pending', tone: 'wait' },
  failed: { words: 'Failed', tone: 'bad' },
  skipped: { words: 'Not texted', tone: 'plain' },
}

const WHEN: Record<Period, string> = { week: 'in the last 7 days', month: 'this month', all: 'so far' }

/** '42 invoices paid … = 31 texted + 2 could not be delivered + 9 not texted'; parts of nothing are left out. */
export const totalsSentence = (
  totals: Pick<ActivityTotals, 'paid' | 'texted' | 'pending' | 'failed' | 'skipped'>,
  period: Period,
): string => {
  if (totals.paid === 0) return `No invoices were paid ${WHEN[period]}.`
  const parts = [
    `${inNumber(totals.texted)} texted`,
    totals.pending > 0 && `${inNumber(totals.pending)} pending`,
    totals.failed > 0 && `${inNumber(totals.failed)} could not be delivered`,
    totals.skipped > 0 && `${inNumber(totals.skipped)} not texted`,
  ].filter((part) => part !== false)
  return `${counted(totals.paid, 'invoice')} paid ${WHEN[period]} = ${parts.map(unbroken).join(' + ')}`
}

/** A number stays on the line of what it counts. */
const unbroken = (words: string): string => words.replaceAll(' ', '\u00A0')
