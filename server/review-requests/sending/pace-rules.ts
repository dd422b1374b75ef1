import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'

/** The most texts in any 60 minutes, and in any 24 hours. */
export type Pace = { perHour: number; perDay: number }

export type Waiting = {
  id: string
  /** It was given a moment before, which has come. */
  isPlanned: boolean
  /** The first moment, this one or later, at which its customer may be texted. */
  opensAt: (moment: Date) => Date
}

export type PaceFacts = {
  now: Date
  pace: Pace
  /** The moments of what went in the last 24 hours, and of what is planned; in any order. */
  gone: Date[]
  planned: Date[]
  /** All that is due, these included: most of it may be planned by later calls. */
  dueCount: number
  /** Of a day, between the owner's hours. */
  openMinutes: number
}

const HOUR_MS = 60 * MINUTE_MS
/** Before the first text of a flood its owner can stop it. */
const GRACE_MS = 15 * MINUTE_MS

/**
 * When each of these goes, oldest first: `now` for those that may go at once. More than fit into an hour are a flood:
 * they are spread evenly over the sending hours, and begin after a pause in which the owner can call them off. Nothing
 * that is due later overtakes what has its moment.
 */
export const planPace = (waiting: Waiting[], facts: PaceFacts): Map<string, Date> => {
  const { now, pace, gone, dueCount } = facts
  const planned = facts.planned.map((moment) => moment.getTime()).sort(ascending)
  const taken = [...gone.map((moment) => moment.getTime()), ...planned].sort(ascending)
  const isFlood = dueCount + planned.length > pace.perHour
  const gap = isFlood ? gapOf(facts) : 0
  const isNew = isFlood && planned.length === 0 && !waiting.some(({ isPlanned }) => isPlanned)
  const firstAt = now.getTime() + (isNew ? GRACE_MS : 0)
  const moments = new Map<string, Date>()
  for (const { id, isPlanned, opensAt } of [...waiting].sort((one, other) => rank(one) - rank(other))) {
    const last = planned.at(-1)
    const from = isPlanned || last === undefined ? firstAt : Math.max(firstAt, last + gap)
    const at = firstThatFits(from, taken, pace, opensAt)
    insert(taken, at)
    if (at > now.getTime()) insert(planned, at)
    moments.set(id, new Date(at))
  }
  return moments
}

const rank = ({ isPlanned }: Waiting): number => (isPlanned ? 0 : 1)
const ascending = (one: number, other: number): number => one - other

const gapOf = ({ pace, openMinutes }: PaceFacts): number =>
  Math.max(HOUR_MS / pace.perHour, (openMinutes * MINUTE_MS) / pace.perDay)

const firstThatFits = (
  from: number,
  taken: number[],
  { perHour, perDay }: Pace,
  opensAt: (moment: Date) => Date,
): number => {
  for (let at = from; ;) {
    const open = opensAt(new Date(at)).getTime()
    const later = Math.max(open, freeAt(open, taken, perHour, HOUR_MS), freeAt(open, taken, perDay, DAY_MS))
    if (later === open) return open
    at = later
  }
}

/** `at`, or where the window that ends then is full, the moment at which enough of it has passed. */
const freeAt = (at: number, taken: number[], most: number, windowMs: number): number => {
  const inside = taken.filter((moment) => moment > at - windowMs && moment <= at)
  return inside.length < most ? at : inside[inside.length - most]! + windowMs
}

const insert = (moments: number[], at: number): void => {
  const place = moments.findLastIndex((moment) => moment <= at) + 1
  moments.splice(place, 0, at)
}
