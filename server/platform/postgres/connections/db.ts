import { Kysely, PostgresDialect, sql } from 'kysely'
import { types, type Pool } from 'pg'
import { kyselyPool, type OnClosed } from './kysely-pool.ts'
import { onOneTransaction } from './one-connection.ts'
import { createPool, type CreatePoolOptions, type Patience } from './pool.ts'
import type { Sparing } from './sparing.ts'

export type OpenOptions = {
  max?: number
  byKey?: boolean
  sparing?: Sparing | undefined
  patience?: Patience
  mayBeStandby?: boolean
  greet?: CreatePoolOptions['greet']
  onError: (cause: Error) => void
  onClosed?: OnClosed
}
export type Database<Tables> = { db: Kysely<Tables>; pool: Pool; close: () => Promise<void> }

const DATE_OID = 1082
const BIGINT_OID = 20

// A date has no time zone and stays text; our bigints are cents and counts, well inside 2^53.
types.setTypeParser(DATE_OID, (text) => text)
types.setTypeParser(BIGINT_OID, Number)

/**
 * Young tables look small to the planner, and a plan is kept until its connection ends. While they grow, a plan for
 * the values of one call looks cheaper than the one for all, so that each call would be planned anew.
 */
const BY_KEY =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan'

/**
 * A pool whose connections act as `role` until a transaction narrows it. With `byKey` they never read a table whole
 * for the sake of a few rows: for processes that work on a few rows at a time only.
 */
export const openDatabase = <Tables>(
  url: string,
  { max = 10, byKey = false, sparing, onClosed, ...options }: OpenOptions & { role?: string },
): Database<Tables> => {
  const pool = createPool(url, { ...options, max, pipeline: true, settings: byKey ? BY_KEY : '' })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: kyselyPool(pool, onClosed, sparing) }),
  })
  const close = async () => {
    await db.destroy()
    // A pool that ran no query is not initialised, and has nothing to end.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}

/** One transaction; `begin` may hold further statements that narrow it, sent in the same round trip. */
export const inTransaction = <Out>(
  // oxlint-disable-next-line typescript/no-explicit-any -- whichever tables there are
  db: Kysely<any>,
  begin: string,
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  work: (trx: Kysely<any>) => Promise<Out>,
): Promise<Out> => inTransactionWith(db, { begin, opening: async () => undefined }, work)

/** The same, and what `opening` asks, for `work`, in the round trip of the beginning. */
export const inTransactionWith = <Out, Read>(
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  db: Kysely<any>,
  { begin, opening }: Opening<Read>,
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  work: (trx: Kysely<any>, read: Read) => Promise<Out>,
): Promise<Out> =>
  onOneTransaction(db, { begin: sql.raw(begin), commit: COMMIT, rollback: ROLLBACK, opening }, work)

type Opening<Read> = {
  begin: string
  /** May only read, or lock rows: where the beginning fails, it stands outside of the transaction. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  opening: (trx: Kysely<any>) => Promise<Read>
}

const COMMIT = sql`commit`
const ROLLBACK = sql`rollback`
