import { BACKGROUND, type Patience } from '../../server/platform/postgres/connections/pool.ts'

/**
 * The doors' own limits are short: on a machine that is short of processors they would be what is tested, or the wait
 * for a connection.
 */
export const PATIENT: Patience = { ...BACKGROUND, waitMs: 30_000, connectMs: 30_000 }

/** For a connection, where no limit is what is tested. */
export const UNLIMITED = { waitMs: 0, connectMs: 0 }

/** A process that ends gives its last words two seconds, in which a busy machine has started no other. */
export const LAST_WORDS_MS = 60_000
