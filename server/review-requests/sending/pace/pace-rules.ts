import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/dates.ts'
import { countUpTo, insertInOrder } from '../../../platform/moments-in-order-rules.ts'

/** The most texts in any 60 minutes, and in any 24 hours. */
export type Pace = { perHour: number; perDay: number }

type Next = (moment: Date) => Date

export type Waiting = {
  id: string
  /** It has a turn already, which has come. */
  hasTurn: boolean
  /** The first moment, this one or later, at which its customer may be texted. */
  opensAt: Next
  /** Later than this it does not go any more. */
  until: Date
}

export type PaceFacts = {
  now: Date
  pace: Pace
  /** The moments of what went in the last 24 hours. */
  gone: Date[]
  /** What has a turn that is still to come, and not too late: its place in the queue, and when it goes. */
  planned: { turnAt: Date; dueAt: Date }[]
  /** All that is due, these included: much of it may be planned by later calls. */
  dueCount: number
  /** Where most customers are: at these moments the turns of a flood are given. */
  opensAtHome: Next
  /** Of a day at home. */
  openMinutes: number
}

/** `turnAt` is its place in the queue; `dueAt` is later where its own customer sleeps then. */
export type Turn = { turnAt: Date; dueAt: Date }

/** Before the first text of a flood its owner can stop it. */
const GRACE_MS = 15 * MINUTE_MS

/**
 * When each of these goes, oldest first: `now` for those that may go at once. More than fit into an hour are a flood:
 * their turns are spread evenly over the sending hours, and begin after a pause in which the owner can call them off.
 * What is due later goes behind. A customer who sleeps holds up no other, nor does a text whose turn comes too late.
 */
export const planPace = (waiting: Waiting[], facts: PaceFacts): Map<string, Turn> => {
  const { pace, planned, dueCount, opensAtHome } = facts
  const now = facts.now.getTime()
  const gone = facts.gone.map((moment) => Math.min(moment.getTime(), now))
  const taken = [...gone, ...planned.map(({ dueAt }) => dueAt.getTime())].sort(ascending)
  const isFlood = dueCount + planned.length > pace.perHour
  const gap = isFlood ? gapOf(facts) : 0
  const firstAt = now + (isFlood ? GRACE_MS : 0)
  let last: number | undefined
  for (const { turnAt } of planned) last = Math.max(last ?? -Infinity, turnAt.getTime())
  const turns = new Map<string, Turn>()
  for (const { id, hasTurn, opensAt, until } of [...waiting].sort((one, other) => rank(one) - rank(other))) {
    let place = now
    if (!hasTurn) {
      const next = last === undefined ? firstAt : Math.max(firstAt, last + gap)
      place = isFlood ? opensAtHome(new Date(next)).getTime() : next
    }
    const at = firstThatFits(place, taken, pace, opensAt)
    if (at <= until.getTime()) {
      if (!hasTurn) last = place
      insertInOrder(taken, at)
    }
    turns.set(id, { turnAt: new Date(place), dueAt: new Date(at) })
  }
  return turns
}

const rank = ({ hasTurn }: Waiting): number => (hasTurn ? 0 : 1)
const ascending = (one: number, other: number): number => one - other

/** Between two turns: as many as may go in a day fill its open hours, where an hour takes that many. */
const gapOf = ({ pace, openMinutes }: PaceFacts): number => {
  const openMs = openMinutes * MINUTE_MS
  return Math.max(Math.min(HOUR_MS, openMs) / pace.perHour, openMs / pace.perDay)
}

const firstThatFits = (from: number, taken: number[], { perHour, perDay }: Pace, opensAt: Next): number => {
  for (let at = from; ;) {
    const open = opensAt(new Date(at)).getTime()
    const later = Math.max(open, freeAt(open, taken, perHour, HOUR_MS), freeAt(open, taken, perDay, DAY_MS))
    if (later === open) return open
    at = later
  }
}

/** `at`, or where the window that ends then is full, the moment at which enough of it has passed. */
const freeAt = (at: number, taken: number[], most: number, windowMs: number): number => {
  const upToThen = countUpTo(taken, at)
  const inside = upToThen - countUpTo(taken, at - windowMs)
  return inside < most ? at : taken[upToThen - most]! + windowMs
}
