import { DAY_MS } from '../platform/dates.ts'
import { ALPHA, chanceOfSuch, differenceInterval, type Counted, type Interval } from './statistics-rules.ts'

export type ExperimentKind = 'hold_out' | 'delays' | 'wordings'

/** `a` is what the owner does anyway; `b` what she tries: another delay, another message, no text. */
export type Side = 'a' | 'b'

/** As PostgreSQL writes it in JSON, or as a column. */
export type Moment = string | Date

/** What decides on which side a customer is, and what follows. */
export type Experiment = {
  id: string
  kind: ExperimentKind
  /** Hexadecimal. */
  seed: string
  /** Of a hundred customers, how many are on side `b`. */
  percentB: number
  delayA: number | null
  delayB: number | null
  registeredAt: Moment
  endsAt: Moment
  stoppedAt: Moment | null
}

/** What has to be known of a comparison to count the reviews of its customers. */
export type Countable = { id: string; registeredAt: Date; judgedAt: Date }
/** Of each in their order; undefined where it is not known. */
export type CountLater = () => Promise<(Record<Side, Counted> | undefined)[]>

/** In the hold-out one in ten is left out: fewer texts are not sent than a comparison of halves would cost. */
export const HOLD_OUT_PERCENT = 10
/** What is counted came so soon after the text, or after the moment at which it would have gone. */
export const WINDOW_DAYS = 21
/** Nights, Sundays and holidays postpone a text by less. */
const MARGIN_DAYS = 7
const DAY_MINUTES = 24 * 60

/** So many days after its end, and the longer of its delays, an experiment is still counted. */
export const COUNTED_DAYS = WINDOW_DAYS + MARGIN_DAYS

/** From its registration until before its end, or before it was stopped. */
export const isRunningAt = (
  { registeredAt, endsAt, stoppedAt }: Pick<Experiment, 'registeredAt' | 'endsAt' | 'stoppedAt'>,
  now: Date,
): boolean =>
  new Date(registeredAt) <= now && now < new Date(endsAt) && (stoppedAt === null || now < new Date(stoppedAt))

/** Known from its start, so that the moment at which it looks good cannot be chosen. */
export const judgedAt = ({
  endsAt,
  delayA,
  delayB,
}: Pick<Experiment, 'endsAt' | 'delayA' | 'delayB'>): Date => {
  const delayDays = Math.max(delayA ?? 0, delayB ?? 0) / DAY_MINUTES
  return new Date(new Date(endsAt).getTime() + (delayDays + COUNTED_DAYS) * DAY_MS)
}

export type Verdict =
  /** Its day has not come. */
  | { kind: 'not-yet' }
  /** Whoever stops when it looks good finds what is not there: what was stopped is not judged. */
  | { kind: 'stopped' }
  /** What is counted is not known: the reviews are not connected. */
  | { kind: 'not-known' }
  /** The interval is of `b` less `a`; `better` is null where the two could not be told apart. */
  | { kind: 'judged'; interval: Interval; better: Side | null }

/** The one judgement of a comparison. Both have to say so: the interval leaves out zero, and the exact test agrees. */
export const judge = (
  counted: Record<Side, Counted> | undefined,
  { isStopped, isDue }: { isStopped: boolean; isDue: boolean },
): Verdict => {
  if (isStopped) return { kind: 'stopped' }
  if (!isDue) return { kind: 'not-yet' }
  if (!counted) return { kind: 'not-known' }
  const interval = differenceInterval(counted.a, counted.b)
  const isApart = (interval.low > 0 || interval.high < 0) && chanceOfSuch(counted.a, counted.b) <= ALPHA
  return { kind: 'judged', interval, better: isApart ? (interval.low > 0 ? 'b' : 'a') : null }
}
