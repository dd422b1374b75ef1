import { DAY_MS } from '../../platform/dates.ts'
import type { ZonedRecipient } from '../deciding/recipient-hours-rules.ts'
import { goesUntil } from '../sending/claim-rules.ts'
import { homeOf, opensAt, type HoursDeps, type OpeningHours } from '../sending/pace/opening-rules.ts'
import { planPace, type Pace } from '../sending/pace/pace-rules.ts'

/** A text of a replay. `dueAt` moves to its turn as time goes by. */
export type ReplayedText = {
  customer: ZonedRecipient
  optedOutAt: Date | undefined
  /** When it was due at first. */
  meantAt: Date
  dueAt: Date
  turnAt: Date | undefined
  /** From then on it uses up no cooldown. */
  failedAt: Date | undefined
  /** Why it did not go: its turn would have come too late, or its customer had opted out by then. */
  ended: 'too_late' | 'opted_out' | undefined
}

/** The texts of a business in a replay, each of which goes when it is due, or at its turn where there are too many. */
export type ReplayedTurns = {
  add: (text: ReplayedText) => void
  /** Lets go what is due before then. */
  goOnUntil: (moment: Date) => void
}

/** As the claim does: each moment at which something is due, all that is due then is planned. */
export const replayTurns = (
  deps: HoursDeps,
  business: OpeningHours & { pace: Pace | null },
): ReplayedTurns => {
  /** By when they are due; of one moment in the order of their decisions. */
  const waiting: ReplayedText[] = []
  let gone: Date[] = []

  const claimAt = (now: Date): void => {
    const due = waiting.splice(0, countDue(waiting, now))
    const wanted = due.filter((text) => !endIfOptedOut(text, now))
    const [first] = wanted
    if (!first || !business.pace) return
    gone = gone.filter((moment) => moment.getTime() > now.getTime() - DAY_MS)
    const turns = planPace(
      wanted.map((text, index) => ({
        id: String(index),
        hasTurn: text.turnAt !== undefined,
        opensAt: opensAt(deps, business, text.customer),
        until: goesUntil(text.meantAt),
      })),
      {
        now,
        pace: business.pace,
        gone,
        planned: waiting.flatMap(({ turnAt, dueAt }) => (turnAt ? [{ turnAt, dueAt }] : [])),
        dueCount: due.length,
        ...homeOf(deps, business, first.customer),
      },
    )
    for (const [index, text] of wanted.entries()) {
      Object.assign(text, turns.get(String(index)))
      if (text.dueAt <= now) gone.push(now)
      else if (!endIfTooLate(text)) insert(waiting, text)
    }
  }
  return {
    add: (text) => insert(waiting, text),
    goOnUntil: (moment) => {
      for (let next = waiting[0]; next && next.dueAt < moment; next = waiting[0]) claimAt(next.dueAt)
    },
  }
}

/** `dueAt` is when it would have gone, so it is not touched. */
const endIfOptedOut = (text: ReplayedText, now: Date): boolean => {
  if (!text.optedOutAt || text.optedOutAt > now) return false
  Object.assign(text, { ended: 'opted_out', failedAt: now })
  return true
}

/** Its customer counts as about to be texted until it is dropped, the moment after the last at which it may go. */
const endIfTooLate = (text: ReplayedText): boolean => {
  const until = goesUntil(text.meantAt)
  if (text.dueAt <= until) return false
  Object.assign(text, { ended: 'too_late', failedAt: new Date(until.getTime() + 1) })
  return true
}

const insert = (waiting: ReplayedText[], text: ReplayedText): void => {
  waiting.splice(countDue(waiting, text.dueAt), 0, text)
}

/** How many of these, which are in the order of their moments, are due by then. */
const countDue = (waiting: ReplayedText[], moment: Date): number => {
  let [low, high] = [0, waiting.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (waiting[middle]!.dueAt <= moment) low = middle + 1
    else high = middle
  }
  return low
}
