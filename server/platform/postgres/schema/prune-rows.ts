import { sql, type Kysely, type RawBuilder } from 'kysely'

/** Few enough that each statement ends long before its time limit, and holds its locks for a moment only. */
const MOST_AT_ONCE = 1_000

/** Deletes the rows of `table` for which `old` holds, a batch a statement. Returns how many there were. */
export const pruneRows = (
  // oxlint-disable-next-line typescript/no-explicit-any -- whichever tables there are
  db: Kysely<any>,
  table: string,
  old: RawBuilder<unknown>,
  most = MOST_AT_ONCE,
): Promise<number> =>
  untilNoneIsLeft(db, most, changeBatch(sql`delete from ${sql.table(table)}`, { table, which: old, most }))

/** As `pruneRows`, for one column, which is emptied; `old` holds for rows that have a value there, and no others. */
export const pruneColumn = (
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  db: Kysely<any>,
  { table, column }: { table: string; column: string },
  old: RawBuilder<unknown>,
  most = MOST_AT_ONCE,
): Promise<number> =>
  untilNoneIsLeft(
    db,
    most,
    changeBatch(sql`update ${sql.table(table)} set ${sql.ref(column)} = null`, { table, which: old, most }),
  )

export type Batch = { found: number; changed: number }

type Which = { table: string; which: RawBuilder<unknown>; most: number; waits?: boolean }

/**
 * Changes up to `most` rows of a table, past those that are locked unless it `waits` for them. Of a partitioned table
 * another partition has rows at the same places: `which` has to hold for what stands there.
 */
export const changeBatch = (
  change: RawBuilder<unknown>,
  { table, which, most, waits = false }: Which,
): RawBuilder<Batch> => sql`
  with batch as materialized (
    select ctid from ${sql.table(table)} where ${which} limit ${most} for update ${waits ? sql`` : sql`skip locked`}
  ), changed as (
    ${change} where ${which} and ctid = any (array(select ctid from batch)) returning 1
  )
  select (select count(*)::integer from batch) as found, (select count(*)::integer from changed) as changed`

/**
 * Runs a statement that changes up to `most` rows until none is left. Returns how many there were. A row that another
 * transaction has just changed is found in its new version, which the statement does not see: the next one changes it.
 */
export const untilNoneIsLeft = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  db: Kysely<any>,
  most: number,
  statement: RawBuilder<Batch>,
): Promise<number> => {
  for (let sum = 0; ;) {
    const { rows } = await statement.execute(db)
    const { found, changed } = rows[0]!
    sum += changed
    if (found < most && changed === found) return sum
  }
}
