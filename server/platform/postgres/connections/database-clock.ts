import { sql, type Kysely } from 'kysely'

/** What time it is for the database: the one clock that all workers share, however theirs differ. */
export const readDatabaseClock = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- whichever tables there are
  db: Kysely<any>,
): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]!.now
}
