import { DAY_MS } from '../../platform/dates.ts'
import type { Customer } from '../deciding/recipient-hours-rules.ts'
import { PENDING_DAYS } from '../sending/claim-rules.ts'
import { homeOf, opensAt, type HoursDeps, type OpeningHours } from '../sending/opening-rules.ts'
import { planPace, type Pace } from '../sending/pace-rules.ts'

/** A text of a replay. `dueAt` moves to its turn as time goes by. */
export type ReplayedText = {
  customer: Customer
  /** When it was due at first. */
  meantAt: Date
  dueAt: Date
  turnAt: Date | undefined
  failedAt: Date | undefined
  /** Its turn came after so long that it was dropped. */
  isTooLate: boolean
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
  let waiting: ReplayedText[] = []
  let gone: Date[] = []
  const claimAt = (now: Date, pace: Pace): void => {
    const due = waiting.filter(({ dueAt }) => dueAt <= now)
    waiting = waiting.filter(({ dueAt }) => dueAt > now)
    gone = gone.filter((moment) => moment.getTime() > now.getTime() - DAY_MS)
    const wanted = due.filter((text) => !endIfTooLate(text, now))
    const [first] = wanted
    if (!first) return
    const turns = planPace(
      wanted.map((text, index) => ({
        id: String(index),
        hasTurn: text.turnAt !== undefined,
        opensAt: opensAt(deps, business, text.customer),
      })),
      {
        now,
        pace,
        gone,
        planned: waiting.flatMap(({ turnAt, dueAt }) => (turnAt ? [{ turnAt, dueAt }] : [])),
        dueCount: due.length,
        ...homeOf(deps, business, first.customer),
      },
    )
    for (const [index, text] of wanted.entries()) {
      const turn = turns.get(String(index))!
      if (turn.dueAt <= now) gone.push(now)
      else waiting.push(Object.assign(text, turn))
    }
  }
  return {
    add: (text) => {
      if (business.pace) waiting.push(text)
    },
    goOnUntil: (moment) => {
      const { pace } = business
      if (!pace) return
      for (;;) {
        const next = Math.min(...waiting.map(({ dueAt }) => dueAt.getTime()))
        if (next >= moment.getTime()) return
        claimAt(new Date(next), pace)
      }
    },
  }
}

const endIfTooLate = (text: ReplayedText, now: Date): boolean => {
  text.isTooLate = now.getTime() - text.meantAt.getTime() > PENDING_DAYS * DAY_MS
  if (text.isTooLate) text.failedAt = now
  return text.isTooLate
}
