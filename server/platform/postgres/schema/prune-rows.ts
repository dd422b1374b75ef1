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
  inBatches(db, most, sql`delete from ${sql.table(table)} where ${batchOf(table, old, most)}`)

/** As `pruneRows`, for one column, which is emptied; `old` holds for rows that have a value there, and no others. */
export const pruneColumn = (
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  db: Kysely<any>,
  { table, column }: { table: string; column: string },
  old: RawBuilder<unknown>,
  most = MOST_AT_ONCE,
): Promise<number> =>
  inBatches(
    db,
    most,
    sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${batchOf(table, old, most)}`,
  )

/** Of a partitioned table another partition has rows at the same places: `old` has to hold for what stands there. */
const batchOf = (table: string, old: RawBuilder<unknown>, most: number): RawBuilder<unknown> => sql`
  ${old} and ctid = any (array(select ctid from ${sql.table(table)} where ${old} limit ${most} for update skip locked))`

/** Runs a statement that changes up to `most` rows until none is left. Returns how many there were. */
export const inBatches = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  db: Kysely<any>,
  most: number,
  statement: RawBuilder<unknown>,
): Promise<number> => {
  for (let pruned = 0; ;) {
    const { numAffectedRows } = await statement.execute(db)
    pruned += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < most) return pruned
  }
}
