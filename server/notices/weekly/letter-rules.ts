import { skipReasonWords, type SkipReason } from '../../review-requests/deciding/review-request-rules.ts'
import { formatCents } from '../../platform/money.ts'

/** What happened in one week of a business, as its own screens count it. */
export type Week = {
  ownerName: string
  businessName: string
  /** Labels of days: '2026-11-16', a Monday, and the Sunday after it. */
  from: string
  until: string
  asked: number
  opened: number
  failed: number
  waiting: number
  /** Paid invoices whose customers were not asked, most first. */
  notAsked: { reason: SkipReason; count: number }[]
  currency: string
  availableCents: number
  /** What texts cost a week, over the last four; null where none went. */
  weeklyCents: number | null
  isXeroLost: boolean
  isSwitchedOff: boolean
}

export type LetterPart = { words: string; link?: { words: string; path: string } }
export type Letter = { subject: string; figures: [count: number, words: string][]; parts: LetterPart[] }

/** These are no sales, or happened before the start: an owner wonders about none of them. */
const NO_SALES: SkipReason[] = [
  'bill',
  'nothing_to_pay',
  'credit_note',
  'paid_before_go_live',
  'paid_in_future',
  'already_texted',
]
const MOST_REASONS = 4

/** The letter of a week; undefined where nothing was paid in it and nothing is wrong. */
export const writeLetter = (week: Week): Letter | undefined => {
  const { asked, opened, failed, waiting, businessName } = week
  const notAsked = week.notAsked.filter(({ reason }) => !NO_SALES.includes(reason))
  const mend = toMend(week)
  if (asked + failed + waiting + notAsked.length === 0 && !mend) return undefined
  return {
    subject: `${businessName}: ${counted(asked, 'customer')} asked last week`,
    figures: [
      [asked, asked === 1 ? 'customer asked' : 'customers asked'],
      [opened, opened === 1 ? 'opened the link' : 'opened the link'],
      [sumOf(notAsked), 'not asked'],
    ],
    parts: [
      ...(failed > 0 ? [{ words: `${counted(failed, 'text')} did not arrive.` }] : []),
      ...(waiting > 0
        ? [{ words: `${counted(waiting, 'text')} ${waiting === 1 ? 'waits' : 'wait'} to go out.` }]
        : []),
      ...reasonsOf(notAsked),
      { words: fundsWords(week) },
      ...(mend ? [mend] : []),
    ],
  }
}

const reasonsOf = (notAsked: Week['notAsked']): LetterPart[] => {
  if (notAsked.length === 0) return []
  const named = notAsked.slice(0, MOST_REASONS).map(({ reason, count }) => ({
    words: `${count} × ${skipReasonWords[reason].what}`,
  }))
  const others = sumOf(notAsked.slice(MOST_REASONS))
  const link = { words: 'See who in All Activity', path: '/dashboard?tab=activity' }
  return [
    { words: 'Not asked, and why:' },
    ...named,
    { words: others > 0 ? `${others} for other reasons.` : '', link },
  ]
}

const fundsWords = ({ availableCents, weeklyCents, currency }: Week): string => {
  const left = formatCents(availableCents, currency)
  if (availableCents <= 0) return `Your funds are used up (${left}): texts wait until you top up.`
  if (!weeklyCents) return `You have ${left} left for texts.`
  const weeks = Math.floor(availableCents / weeklyCents)
  if (weeks === 0) return `You have ${left} left: less than a week of texts at your pace.`
  return `You have ${left} left: about ${counted(weeks, 'week')} of texts at your pace.`
}

/** The one thing that helps most, the gravest first. */
const toMend = ({ isXeroLost, isSwitchedOff, availableCents, notAsked }: Week): LetterPart | undefined => {
  if (isXeroLost)
    return {
      words: 'One thing to mend: Xero has ended our connection, so we hear of no paid invoices.',
      link: { words: 'Connect Xero', path: '/dashboard?tab=xero' },
    }
  if (availableCents <= 0)
    return {
      words: 'One thing to mend: there are no funds for texts.',
      link: { words: 'Top up', path: '/dashboard?tab=top-up' },
    }
  if (isSwitchedOff)
    return {
      words: 'One thing to mend: review requests are switched off.',
      link: { words: 'Switch them on', path: '/dashboard?tab=sms' },
    }
  const without = notAsked.find(({ reason }) => reason === 'no_mobile')?.count ?? 0
  if (without === 0) return undefined
  return {
    words:
      `One thing to mend: ${counted(without, 'customer')} had no mobile in Xero. ` +
      `Add ${without === 1 ? 'it' : 'them'}, and ${without === 1 ? 'this customer' : 'these customers'} can still be asked.`,
    link: { words: 'Show them', path: '/dashboard?tab=activity' },
  }
}

const sumOf = (reasons: { count: number }[]): number => reasons.reduce((sum, { count }) => sum + count, 0)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
