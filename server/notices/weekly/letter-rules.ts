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
  /** Written and found in this week, where she wants to know in her letter. */
  newReviews: number
  /** Paid in this week or before, and not texted yet. */
  waiting: number
  /** Paid invoices whose customers were not asked, a line for each reason, most first. */
  notAsked: { reason: string; what: string; count: number }[]
  /** How many stand under To mend, of this week or the one before. */
  toMend: number
  currency: string
  /** Null where there never were any. */
  availableCents: number | null
  /** At the pace of late; null where nothing was spent. */
  fundsLastDays: number | null
  isXeroLost: boolean
  isSwitchedOff: boolean
}

export type LetterPart = { words: string; link?: { words: string; path: string } }
export type Letter = { subject: string; figures: [count: number, words: string][]; parts: LetterPart[] }

const MOST_REASONS = 4

/** The letter of a week; undefined where nothing was paid in it. */
export const writeLetter = (week: Week): Letter | undefined => {
  const { asked, opened, failed, waiting, notAsked, businessName } = week
  if (asked + failed + waiting + notAsked.length === 0) return undefined
  return {
    subject: `${businessName}: ${asked === 0 ? 'no customers' : counted(asked, 'customer')} asked last week`,
    figures: [
      [asked, asked === 1 ? 'customer asked' : 'customers asked'],
      [opened, 'opened the link'],
      [sumOf(notAsked), 'not asked'],
    ],
    parts: [
      ...failedOf(week),
      ...newReviewsOf(week),
      ...waitingOf(week),
      ...reasonsOf(week),
      fundsOf(week),
      ...toFix(week),
    ],
  }
}

/** Those that failed are not among the customers asked. */
const failedOf = ({ asked, failed }: Week): LetterPart[] =>
  failed === 0 ? [] : [{ words: `${counted(failed, asked > 0 ? 'more text' : 'text')} did not arrive.` }]

const newReviewsOf = ({ newReviews }: Week): LetterPart[] => {
  if (newReviews === 0) return []
  const words = `${counted(newReviews, 'new review')} on Google.`
  return [{ words, link: { words: 'Read and answer', path: '/dashboard?tab=reviews' } }]
}

/** While review requests are off and nothing is graver, what is to be fixed says it. */
const waitingOf = (week: Week): LetterPart[] => {
  const { waiting, isXeroLost, isSwitchedOff } = week
  if (waiting === 0 || (isSwitchedOff && !isXeroLost)) return []
  if (isSwitchedOff) return [{ words: `Review requests are switched off.${heldWords(waiting)}` }]
  return [{ words: `${counted(waiting, 'text')} ${waiting === 1 ? 'waits' : 'wait'} to go out.` }]
}

const heldWords = (waiting: number): string =>
  waiting === 0
    ? ''
    : ` ${counted(waiting, 'text')} ${waiting === 1 ? 'is' : 'are'} waiting and will not be sent.`

const reasonsOf = ({ notAsked, from, until }: Week): LetterPart[] => {
  if (notAsked.length === 0) return []
  const named = notAsked.slice(0, MOST_REASONS).map(({ what, count }) => ({ words: `${count} × ${what}` }))
  const others = sumOf(notAsked.slice(MOST_REASONS))
  const link = {
    words: 'See who in All Activity',
    path: `${ACTIVITY}&period=${from}..${until}&outcome=skipped`,
  }
  return [
    { words: 'Not asked, and why:' },
    ...named,
    { words: others > 0 ? `${others} for other reasons.` : '', link },
  ]
}

const ACTIVITY = '/dashboard?tab=activity'

/** Texts wait for funds only while review requests are on, and without Xero none comes. */
const fundsOf = (week: Week): LetterPart => {
  const { availableCents, fundsLastDays, currency, isSwitchedOff, isXeroLost } = week
  if (!hasFunds(week)) {
    const none = availableCents === null ? 'You have no funds yet.' : 'Your funds are used up.'
    if (isSwitchedOff) return { words: none }
    const words = `${none} Texts wait until you top up, for up to 7 days.`
    return isXeroLost ? { words } : { words, link: { words: 'Top up', path: '/dashboard?tab=top-up' } }
  }
  const left = formatCents(availableCents ?? 0, currency)
  if (fundsLastDays === null) return { words: `You have ${left} left for texts.` }
  const weeks = Math.floor(fundsLastDays / 7)
  const time = weeks === 0 ? 'less than a week' : `about ${counted(weeks, 'week')}`
  return { words: `You have ${left} left: ${time} of texts at your pace.` }
}

const hasFunds = ({ availableCents }: Week): boolean => (availableCents ?? 0) > 0

/** The one thing that helps most, the gravest first. Without funds it is these, and `fundsOf` has said so. */
const toFix = (week: Week): LetterPart[] => {
  if (week.isXeroLost)
    return [
      {
        words: 'One thing to fix: Xero has ended our connection, so we hear of no paid invoices.',
        link: { words: 'Connect Xero', path: '/dashboard?tab=xero' },
      },
    ]
  if (week.isSwitchedOff)
    return [
      {
        words: `One thing to fix: review requests are switched off.${heldWords(week.waiting)}`,
        link: { words: 'Switch them on', path: '/dashboard?tab=sms' },
      },
    ]
  const { toMend } = week
  if (toMend === 0 || !hasFunds(week)) return []
  const from = toMend === 1 ? 'came from a customer' : 'came from customers'
  return [
    {
      words:
        `One thing to look at: ${counted(toMend, 'recent payment')} ${from} we could not reach by text. ` +
        'See what can be done.',
      link: { words: 'Show them', path: `${ACTIVITY}&view=mend` },
    },
  ]
}

const sumOf = (reasons: { count: number }[]): number => reasons.reduce((sum, { count }) => sum + count, 0)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
