import type { ClientBase } from 'pg'
import {
  HEADER,
  JOBS,
  partName,
  TRAILER,
  type Entry,
  type Header,
  type Trailer,
} from '../archive/archive-format.ts'
import { copyOut, rowsOf, SAME_EVERYWHERE, type Summary } from '../archive/copy-rows.ts'
import { describeDatabase } from '../archive/describe-database.ts'
import { JOBS_TO_KEEP } from '../archive/kept-jobs.ts'
import { ledgerSums } from '../archive/ledger-sums.ts'
import type { StallWatch } from '../stall.ts'
import { refuseHiddenRows } from '../archive/snapshot-tables.ts'

export type Snapshot = { header: Header; entries: AsyncGenerator<Entry> }

/** Few enough bytes that memory stays flat. */
const PART_BYTES = 4 * 1024 * 1024

/**
 * Begins a transaction that sees everything as it is at this moment, whatever is written meanwhile. `client` acts as
 * the role that sees every business; the entries are read while they are asked for, and the transaction ends with them.
 */
export const readSnapshot = async (
  client: ClientBase,
  { during }: Pick<StallWatch, 'during'>,
): Promise<Snapshot> => {
  const partitioned = await partitionedTables(client)
  await client.query(`begin isolation level repeatable read read only; ${SAME_EVERYWHERE}`)
  // Before the first query, whose moment is the snapshot's: a partition that is dropped after it would not be read.
  for (const name of partitioned) await client.query(`lock table ${name} in access share mode`)
  await refuseHiddenRows(client)
  const header = await describeDatabase(client)
  return { header, entries: entriesOf(client, header, during) }
}

const partitionedTables = async (client: ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'p' order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function* entriesOf(
  client: ClientBase,
  header: Header,
  during: StallWatch['during'],
): AsyncGenerator<Entry> {
  yield document(HEADER, header)
  const tables: Trailer['tables'] = {}
  for (const table of header.tables) tables[table.name] = yield* partsOf(client, table.name, rowsOf(table))
  const ledger = await during(ledgerSums(client))
  // The queue is read as the login, which may use it; the two roles may not.
  await client.query('set local role none')
  tables[JOBS] = yield* partsOf(client, JOBS, `(${JOBS_TO_KEEP})`)
  await client.query('commit')
  yield document(TRAILER, { tables, ledger } satisfies Trailer)
}

async function* partsOf(client: ClientBase, table: string, source: string): AsyncGenerator<Entry, Summary> {
  const rows = copyOut(client, source)
  let waiting: Buffer[] = []
  let size = 0
  let part = 0
  for (;;) {
    const { done, value } = await rows.next()
    if (!done) {
      waiting.push(value)
      size += value.length
      if (size < PART_BYTES) continue
    }
    if (size > 0) yield { name: partName(table, part), bytes: Buffer.concat(waiting) }
    if (done) return value
    waiting = []
    size = 0
    part += 1
  }
}

const document = (name: string, content: unknown): Entry => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
})
