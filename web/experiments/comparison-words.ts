import type { Experiment, ExperimentKind, ExperimentPlan } from '../../contracts/experiments.ts'

type Words = {
  counted: (count: number, one: string, many?: string) => string
  inNumber: (count: number) => string
}

export const KINDS: Record<ExperimentKind, { name: string; hint: string }> = {
  wordings: {
    name: 'Two messages',
    hint: 'Half of your customers get yours, the other half another one. Counted is whose link is opened.',
  },
  delays: {
    name: 'Two delays',
    hint: 'Half of your customers are asked when you ask them now, the other half sooner or later. Counted is whose link is opened.',
  },
  'hold-out': {
    name: 'A text, or none',
    hint: 'One in ten of those who would be asked gets no text. Counted is who writes a review, as far as names tell.',
  },
}

const DAY = 24 * 60

/** 'at once', '3 hours after the payment', '2 days after the payment'. */
export const delayInWords = (minutes: number, { counted }: Pick<Words, 'counted'>): string => {
  if (minutes === 0) return 'at once'
  const words =
    minutes % DAY === 0
      ? counted(minutes / DAY, 'day')
      : minutes % 60 === 0
        ? counted(minutes / 60, 'hour')
        : counted(minutes, 'minute')
  return `${words} after the payment`
}

/** The names of both sides, as they stand at the beginning of a line. */
export const sideNames = (
  { kind, a, b }: Pick<Experiment, 'kind' | 'a' | 'b'>,
  words: Pick<Words, 'counted'>,
): { a: string; b: string } => {
  if (kind === 'wordings') return { a: 'Your message', b: 'The other message' }
  if (kind === 'hold-out') return { a: 'With a text', b: 'Without a text' }
  const named = (minutes: number | null) => `Asked ${delayInWords(minutes ?? 0, words)}`
  return { a: named(a.delayMinutes), b: named(b.delayMinutes) }
}

export const DID = { opened: 'opened the link', reviewed: 'wrote a review, as far as names tell' } as const

/** '12 of 40 (30%)'; of no customers there is no share. */
export const shareInWords = (
  { customers, came }: { customers: number; came: number | null },
  { counted, inNumber }: Words,
): string => {
  if (came === null) return counted(customers, 'customer')
  if (customers === 0) return 'nobody yet'
  return `${inNumber(came)} of ${inNumber(customers)} (${Math.round((100 * came) / customers)}%)`
}

/** Beside what is counted: '3 wrote a review'. Null where that is not known, or is what is counted. */
export const reviewsInWords = (
  { counted: by, a, b }: Pick<Experiment, 'counted' | 'a' | 'b'>,
  side: 'a' | 'b',
  { inNumber }: Pick<Words, 'inNumber'>,
): string | null => {
  const { reviewed } = side === 'a' ? a : b
  if (by === 'reviewed' || reviewed === null) return null
  return `${reviewed === 0 ? 'nobody' : inNumber(reviewed)} wrote a review`
}

/** What may be said of it now. `dayInWords` of the day on which it is judged. */
export const resultInWords = (
  one: Pick<Experiment, 'state' | 'judgement' | 'kind' | 'a' | 'b' | 'counted'>,
  { judgedOn, ...words }: Pick<Words, 'counted'> & { judgedOn: string },
): string => {
  if (one.state === 'stopped')
    return 'You stopped it before its end, so it is not judged: the figures say nothing.'
  if (one.state !== 'judged')
    return `Too early to tell the two apart: it is judged once, on ${judgedOn}. Figures before that day go up and down by chance.`
  if (!one.judgement) return 'It cannot be judged: your Google reviews are not connected any more.'
  const { low, high, better } = one.judgement
  if (better === null) return `The two could not be told apart. The truth lies ${between(low, high)}.`
  const names = sideNames(one, words)
  const [from, to] = better === 'b' ? [low, high] : [-high, -low]
  return `“${names[better]}” was better, probably by ${points(from)} to ${points(to)} points of a hundred.`
}

const between = (low: number, high: number): string =>
  `between ${points(-low)} points less and ${points(high)} points more of a hundred for the second`

const points = (share: number): string => String(Math.max(0, Math.round(100 * share)))

/** What one of this length could show, before it starts. */
export const planInWords = (
  { assumedPercent, isAssumed, lengths, monthsForTenPoints, kind }: ExperimentPlan,
  weeks: number,
  { inNumber, counted }: Words,
): string => {
  const chosen = lengths.find((one) => one.weeks === weeks)
  if (!chosen || monthsForTenPoints === null)
    return 'Nobody was asked in the last 30 days, so nobody can say what it would show.'
  const did = kind === 'hold-out' ? 'write a review' : 'open the link'
  const basis = isAssumed
    ? `This assumes that ${assumedPercent} of a hundred ${did}.`
    : `Of your customers, ${assumedPercent} of a hundred ${did}.`
  const shows =
    chosen.points === null
      ? 'no difference, however large'
      : `a difference of ${counted(chosen.points, 'point')} of a hundred or more`
  return `In ${weeks} weeks about ${counted(chosen.customers, 'customer')} come. So many show ${shows}. To see one of 10 points takes about ${counted(monthsForTenPoints, 'month')} at your ${inNumber(perMonth(chosen))} customers a month. ${basis}`
}

const WEEKS_A_MONTH = 365.25 / 12 / 7
const perMonth = ({ customers, weeks }: { customers: number; weeks: number }): number =>
  Math.round((customers / weeks) * WEEKS_A_MONTH)
