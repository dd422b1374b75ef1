import type { ActivityItem, ActivityOutcome } from '../../contracts/activity.ts'
import { addDays, isDay, type Day } from '../lib/formats/days.ts'
import { spanInWords } from '../lib/words.ts'
import type { BadgeTone } from '../ui/feedback/badge.tsx'

export const PERIODS = [
  { value: 'week', words: 'Last 7 days' },
  { value: 'month', words: 'This month' },
  { value: 'all', words: 'All time' },
] as const

type Span = `${Day}..${Day}`
/** One of those to choose from, or the days that a link names: the weekly letter's lead to its own week. */
export type Period = (typeof PERIODS)[number]['value'] | Span

export const readPeriod = (word: string | null): Period =>
  PERIODS.find(({ value }) => value === word)?.value ?? (isSpan(word) ? word : 'week')

const isSpan = (word: string | null): word is Span =>
  word?.split('..').length === 2 && word.split('..').every(isDay)

/** What can be chosen, with the days that a link named while they are. */
export const periodsWith = (period: Period): readonly { value: Period; words: string }[] =>
  isSpan(period) ? [...PERIODS, { value: period, words: spanInWords(...spanOf(period)) }] : PERIODS

const spanOf = (period: Span): [from: Day, to: Day] => period.split('..') as [Day, Day]

/** The days of a period, both inclusive, by the business's calendar. */
export const daysOf = (period: Period, today: Day): { from: Day; to: Day } => {
  if (isSpan(period)) {
    const [from, to] = spanOf(period)
    return { from, to }
  }
  if (period === 'all') return { from: BEFORE_US, to: today }
  return { from: period === 'week' ? addDays(today, -6) : `${today.slice(0, 7)}-01`, to: today }
}

const BEFORE_US = '2020-01-01'

export const OUTCOMES: Record<ActivityOutcome, { words: string; tone: BadgeTone; help: string }> = {
  texted: {
    words: 'Texted',
    tone: 'ok',
    help: 'The phone network took the text. Open a row to see whether it arrived, and whether the link was opened.',
  },
  pending: {
    words: 'Pending',
    tone: 'wait',
    help: 'The text goes out at the time shown, or waits for what its row says.',
  },
  failed: {
    words: 'Failed',
    tone: 'bad',
    help: 'The text was tried and did not arrive. Each row says why, and what to do where something can be done.',
  },
  skipped: {
    words: 'Not texted',
    tone: 'plain',
    help: 'No text was sent. Choose a reason to see only those, and what to do about it.',
  },
}

type BadgeWords = { words: string; tone: BadgeTone }

/** A pending text that waits for its owner, called as on the timeline. */
const HELD: BadgeWords = { words: 'Held', tone: 'plain' }

/** On record, and in no figure of what was paid. */
export const NOT_COUNTED: BadgeWords = { words: 'Not counted', tone: 'plain' }

type Badged = Pick<ActivityItem, 'outcome' | 'isCounted'> & {
  request: Pick<NonNullable<ActivityItem['request']>, 'state'> | null
}

/** What a row wears: the words of the figure that counts it. */
export const badgeOf = ({ outcome, isCounted, request }: Badged): BadgeWords => {
  if (request?.state === 'held') return HELD
  // An api of before, while a release is rolled out, does not say so.
  return isCounted === false ? NOT_COUNTED : OUTCOMES[outcome]
}
