import { sql, type Kysely, type RawBuilder } from 'kysely'

/** A moment, or an expression of one. */
export type SqlTime = Date | RawBuilder<Date>

/** The same clock inside a statement, which needs no round trip: when the statement began. */
export const sqlNow = (): RawBuilder<Date> => sql<Date>`statement_timestamp()`

/** What time it is for the database: the one clock that all workers share, however theirs differ. */
export const readDatabaseClock = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- whichever tables there are
  db: Kysely<any>,
): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]!.now
}

/** It was just read; the result is what time it is then whenever it is called. */
export const elapsingFrom = (read: Date): (() => Date) => {
  const at = read.getTime()
  const readAt = performance.now()
  return () => new Date(at + performance.now() - readAt)
}
