import type { ReviewRequestSummary } from '../../../contracts/review-requests.ts'
import { DAY_MS, localDate } from '../../platform/dates.ts'
import { timeAndDay } from '../../platform/moments-in-words-rules.ts'

type Turns = ReviewRequestSummary['turns']

/**
 * A flood: more texts than may go in an hour. It is mailed once, and is over when no text waits for its turn any more;
 * whoever wants no mail is not told later of one that has begun.
 */
export const decideFlood = (
  { isTold, isOff }: { isTold: boolean; isOff: boolean },
  turns: Turns,
  perHour: number,
): { isMailed: boolean; isTold: boolean } => {
  if (turns === null) return { isMailed: false, isTold: false }
  const isNew = !isTold && turns.count > perHour
  return { isMailed: isNew && !isOff, isTold: isTold || isNew }
}

export type FloodWords = {
  turns: NonNullable<Turns>
  ownerName: string
  businessName: string
  now: Date
  timeZone: string
  publicUrl: string
  offUrl: string
}

/** The mail about texts that wait for their turn, as plain text. */
export const writeFlood = (about: FloodWords): { subject: string; text: string } => {
  const { turns, ownerName, businessName, publicUrl, offUrl } = about
  return {
    subject: `${turns.count} texts wait to go out: ${businessName}`,
    text: [
      `Hello ${ownerName},`,
      `${turns.count} texts wait for their turn, because more are due at once than your pace lets go. ${whenWords(about)}`,
      ...(turns.tooLate > 0
        ? [
            `${turns.tooLate} of them would come more than two weeks late, and will not be sent. A higher pace in SMS Setup sends more: ${publicUrl}/dashboard?tab=sms`,
          ]
        : []),
      `You need do nothing. If you do not want to ask these customers, skip the texts before they go: ${publicUrl}/dashboard`,
      `You get this because you are the owner of ${businessName} on Goodword, once when so many texts wait. To get no more of these: ${offUrl}`,
    ].join('\n\n'),
  }
}

/** 'So that reviews come in naturally, they go out over 4 days: …' No moment is named before they have their turns. */
const whenWords = ({ turns, now, timeZone }: FloodWords): string => {
  const [first, last] = [new Date(turns.firstAt), new Date(turns.lastAt)]
  const moment = (at: Date) => timeAndDay(at, { today: localDate(now, timeZone), timeZone })
  const days = daysBetween(localDate(first, timeZone), localDate(last, timeZone))
  const about = turns.isPlanned ? '' : 'about '
  const spread = days === 1 ? 'on one day' : `over ${about}${days} days, at most ${turns.perDay} in 24 hours`
  const begin = first > now ? `the first at ${moment(first)}` : 'the first just now'
  const from = first > now ? `, from ${moment(first)} on` : ''
  const when = turns.isPlanned ? `: ${begin}, the last at ${moment(last)}` : from
  return `So that reviews come in naturally, they go out ${spread}${when}.`
}

/** Both counted: 1 from a day to itself. */
const daysBetween = (from: string, until: string): number =>
  (Date.parse(until) - Date.parse(from)) / DAY_MS + 1
