import { sql, type Kysely, type RawBuilder } from 'kysely'

/** Of some dozen rows each: about a thousand rows a statement, which holds their locks for a moment only. */
const PAGES_AT_ONCE = 40
/** So few, 32 MB, that reading them ends long before a statement's time limit. */
const PAGES_TO_LOOK_AT = 4_096

type Old = {
  table: string
  /** Holds for rows that may have to be changed; read without locks. */
  old: RawBuilder<unknown>
  pages?: number | undefined
}

// oxlint-disable-next-line typescript/no-explicit-any -- whichever tables there are
type AnyDb = Kysely<any>

/**
 * Runs a statement over the pages where rows for which `old` holds stand, some pages at a time, so that no batch reads
 * again what another has changed. What is locked is left to the next run. Returns how many rows it changed.
 */
export const inPages = async (
  db: AnyDb,
  { table, old, pages = PAGES_AT_ONCE }: Old,
  statement: (inThese: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number> => {
  const end = await pagesOf(db, table)
  let changed = 0
  for (let at = 0; at < end; at += PAGES_TO_LOOK_AT) {
    const found = await findPages(
      db,
      sql`${sql.table(table)} where ${between(at, at + PAGES_TO_LOOK_AT)} and ${old}`,
    )
    for (let page = found.first ?? end; page <= (found.last ?? -1); page += pages) {
      const { numAffectedRows } = await statement(between(page, page + pages)).execute(db)
      changed += Number(numAffectedRows ?? 0)
    }
  }
  return changed
}

const pagesOf = async (db: AnyDb, table: string): Promise<number> => {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size(${table}::regclass) / current_setting('block_size')::integer)::integer as pages`.execute(
    db,
  )
  return rows[0]!.pages
}

type Found = { first: number | null; last: number | null }

const findPages = async (db: AnyDb, rowsWhere: RawBuilder<unknown>): Promise<Found> => {
  const { rows } = await sql<Found>`
    select (min(ctid)::text::point)[0]::integer as first, (max(ctid)::text::point)[0]::integer as last
    from ${rowsWhere}`.execute(db)
  return rows[0]!
}

const between = (page: number, end: number): RawBuilder<unknown> =>
  sql`ctid >= ${`(${page},0)`}::tid and ctid < ${`(${end},0)`}::tid`
