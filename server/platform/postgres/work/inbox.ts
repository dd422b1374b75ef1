import { sql, type RawBuilder } from 'kysely'
import { VendorFailure } from '../../errors.ts'
import { KeyMissing } from '../../seal.ts'
import type { SqlTime } from '../connections/database-clock.ts'
import { isDatabaseAway } from '../connections/database-away.ts'

/** The pause after the first failed try, the second, and so on; one more try follows the last of these. */
const RETRY_AFTER_SECONDS = [5, 30, 120, 600, 1800]
const MOST_WORDS = 300

/** Of an inbox `e`: messages that are neither handled nor put aside as dead. */
export const IS_OPEN: RawBuilder<boolean> = sql<boolean>`e.handled_at is null and e.dead_at is null`

/** Those of them that are to be handled now. */
export const isWaiting = (now: SqlTime): RawBuilder<boolean> => sql<boolean>`
  ${IS_OPEN} and (e.retry_at is null or e.retry_at <= ${now})`

/** The same for a scan: a message that just came is left to its wake. */
export const isOverdue = ({ now, woken }: { now: Date; woken: Date }): RawBuilder<boolean> => sql<boolean>`
  ${IS_OPEN}
  and case when e.retry_at is null then e.received_at <= ${woken} else e.retry_at <= ${now} end`

const LAST = RETRY_AFTER_SECONDS.length
/** Half hours of a day, after those pauses. */
const DAY = LAST + 48

/**
 * What is set of a message whose handling failed: it is tried again later, ever more rarely, and put aside as dead with
 * its error after the sixth try, so that the others are handled (decision 34). Where a vendor has a fault with it
 * alone, which ends by itself, it is tried for a day; what fails otherwise then has its six tries as well.
 */
export const failedAt = (now: SqlTime, cause: unknown): RawBuilder<unknown> => {
  const isAlone = cause instanceof VendorFailure && cause.code === FAILS_ALONE
  // Its own six count on from the end of the day, whichever way these fail: by turns it is not tried without end.
  const before = isAlone
    ? sql`attempts`
    : sql`case when attempts > ${LAST} then greatest(attempts, ${DAY}) else attempts end`
  const tries = isAlone ? before : sql`case when attempts > ${LAST} then ${before} - ${DAY} else attempts end`
  const isLast = isAlone ? sql`attempts in (${DAY}, ${DAY + LAST})` : sql`${tries} >= ${LAST}`
  return sql`
  attempts = ${before} + 1, failed_at = ${now}, error = ${wordsOf(cause)},
  retry_at = (${now})::timestamptz
    + (${RETRY_AFTER_SECONDS}::integer[])[least(${tries} + 1, ${LAST})] * interval '1 second',
  dead_at = case when ${isLast} then (${now})::timestamptz end`
}

/** It is in its day of half hours. */
export const isTriedForADay = sql<boolean>`attempts > ${LAST} and attempts <= ${DAY}`

/** A vendor's code for a fault that it has with these documents, and with no others. */
export const FAILS_ALONE = 'fails-alone'

/**
 * Whether this failure is temporary and not the message's: the database or the vendor is out of reach, or refuses all
 * our calls, or a key is missing in our settings. It is counted for no message.
 */
export const isPassing = (cause: unknown): boolean => {
  if (cause instanceof VendorFailure)
    return (
      cause.code !== UNEXPECTED_SHAPE && (cause.kind !== 'rejected' || /^http-(401|403)$/.test(cause.code))
    )
  if (isDatabaseAway(cause) || cause instanceof KeyMissing) return true
  const { code, message } = cause as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? PASSING.test(code) : LOST_CONNECTION.test(String(message))
}

/** A vendor's code for an answer that is JSON, but not of the shape that was asked for. */
export const UNEXPECTED_SHAPE = 'unexpected-shape'

/**
 * Network errors of Node, and the classes of PostgreSQL's codes that concern the connection, other transactions
 * or the server: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING = /^(E[A-Z]{3,}|(08|25|40|53|55|57|58)\w{3})$/

/** The messages of `pg` for a connection that it lost or did not get: these errors have no code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has|was)|Cannot use a pool)/

const wordsOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replaceAll('\0', '\\u0000').slice(0, MOST_WORDS)
