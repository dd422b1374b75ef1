import { VendorFailure } from '../../errors.ts'

/** The database cannot be asked now, or did not answer in time. What was asked may be asked again. */
export class DatabaseAway extends Error {
  constructor(why: string, cause?: unknown) {
    super(`The database cannot be used now: ${why}`, { cause })
    this.name = 'DatabaseAway'
  }
}

/** The server ends a session with these, or cannot open one: 25006 is what a standby answers to a write. */
const SESSION_OVER = new Set([
  '25006', // read_only_sql_transaction
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
])
/** The session goes on, and so may the transaction after a rollback. */
const TOO_SLOW = new Set([
  '55P03', // lock_not_available
  '57014', // query_canceled: statement_timeout
])

/** The session goes on, and nothing can be written, whatever it is. */
const NO_ROOM = new Set([
  '53100', // disk_full
  '53200', // out_of_memory
  '58030', // io_error
])

const CONNECTION_EXCEPTION = /^08/

/** The driver has no code for these. */
const DRIVERS_WORDS =
  /^(Connection terminated|Query read timeout|Client has encountered|Client was closed|timeout exceeded when trying|timeout expired$)/
const SOCKETS_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Where its socket lies there is none: the server is not started, or not yet. */
const isSocketMissing = (cause: unknown): boolean =>
  codeOf(cause) === 'ENOENT' && (cause as { syscall?: unknown }).syscall === 'connect'

const codeOf = (cause: unknown): string => {
  const code = (cause as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** Whether the connection that raised this is of no more use. */
export const hasLostConnection = (cause: unknown): boolean => {
  if (cause instanceof DatabaseAway) return true
  // A vendor's connection has the same codes.
  if (cause instanceof VendorFailure) return false
  const code = codeOf(cause)
  return (
    SESSION_OVER.has(code) ||
    CONNECTION_EXCEPTION.test(code) ||
    SOCKETS_CODES.test(code) ||
    isSocketMissing(cause) ||
    (cause instanceof Error && DRIVERS_WORDS.test(cause.message))
  )
}

/** Whether the database is at fault and not what was asked of it: other work fails now, too. */
export const isDatabaseAtFault = (cause: unknown): boolean =>
  hasLostConnection(cause) || NO_ROOM.has(codeOf(cause))

/** Whether the same may succeed in a moment: the database was away, full or busy. */
export const isDatabaseAway = (cause: unknown): boolean =>
  isDatabaseAtFault(cause) || TOO_SLOW.has(codeOf(cause))
