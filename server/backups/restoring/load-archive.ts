import type { ClientBase } from 'pg'
import { Refusal } from '../../platform/errors.ts'
import { DAMAGED } from '../archive/archive-codec.ts'
import {
  JOBS,
  tableOfPart,
  TRAILER,
  trailerSchema,
  type Entry,
  type Header,
  type Trailer,
} from '../archive/archive-format.ts'
import {
  columnsOf,
  copyIn,
  rowsOf,
  SAME_EVERYWHERE,
  summarise,
  type Loading,
  type Summary,
} from '../archive/copy-rows.ts'
import { addLoadedJobs, LOADED_JOBS, makeTableForJobs, TABLE_FOR_JOBS } from '../archive/kept-jobs.ts'
import { ledgerSums } from '../archive/ledger-sums.ts'
import { FILLED_BY_MIGRATIONS, refuseFilled } from './refuse-filled.ts'
import { setAside } from './set-aside.ts'
import { tablesOf } from '../archive/snapshot-tables.ts'

/** Of the row that says which history the workers know: no history has this number, so that the fence counts as up. */
const NO_HISTORY = 0

/**
 * Loads the tables of an archive into the empty tables of the same schema, in one transaction of the login that owns
 * them: whole and as they were, or nothing. Throws Refusal where anything is not as the archive says.
 */
export const loadArchive = async (
  client: ClientBase,
  header: Header,
  entries: AsyncIterator<Entry>,
  loaded: () => void,
): Promise<Trailer> => {
  await client.query(`begin; ${SAME_EVERYWHERE}`)
  try {
    await refuseOtherTables(client, header)
    // A process that was started too early waits for the end of it, and then finds what was loaded.
    await client.query(`lock table ${header.tables.map(({ name }) => `public.${name}`).join(', ')}`)
    const putBack = await setAside(client)
    await refuseFilled(client)
    for (const { name } of header.tables)
      if (FILLED_BY_MIGRATIONS.includes(name)) await client.query(`delete from ${name}`)
    await makeTableForJobs(client)
    const trailer = await loadTables(client, header, entries)
    loaded()
    await refuseOtherRows(client, header, trailer)
    await addLoadedJobs(client)
    await continueNumbers(client)
    await client.query('update recovery set made_as = $1', [NO_HISTORY])
    await putBack()
    await client.query('commit')
    return trailer
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw cause
  }
}

const refuseOtherTables = async (client: ClientBase, header: Header): Promise<void> => {
  const here = new Map((await tablesOf(client)).map((table) => [table.name, table]))
  const missing = header.tables.filter(({ name, columns }) =>
    columns.some((column) => !here.get(name)?.columns.includes(column)),
  )
  if (missing.length > 0)
    throw new Refusal(
      'backup',
      409,
      `The backup has columns that its migrations do not make, of ${missing.map(({ name }) => name).join(', ')}: its schema was changed by hand.`,
    )
}

const loadTables = async (
  client: ClientBase,
  header: Header,
  entries: AsyncIterator<Entry>,
): Promise<Trailer> => {
  const targets = new Map(header.tables.map((table) => [table.name, columnsOf(table)]))
  targets.set(JOBS, TABLE_FOR_JOBS)
  const loaded: Record<string, Summary> = {}
  let current: { name: string; loading: Loading } | undefined
  const finish = async () => {
    if (current) loaded[current.name] = await current.loading.end()
    current = undefined
  }
  for (;;) {
    const { done, value: entry } = await entries.next()
    if (done) throw damaged('its end is missing')
    const name = tableOfPart(entry.name)
    if (name !== current?.name) await finish()
    if (entry.name === TRAILER) {
      const trailer = trailerSchema.parse(JSON.parse(String(entry.bytes)))
      refuseDifferent(trailer.tables, loaded, 'sha256', 'what was read of it')
      // Only its very end proves that nothing was cut off.
      if (!(await entries.next()).done) throw damaged('it goes on after its end')
      return trailer
    }
    const target = name !== undefined && loaded[name] === undefined ? targets.get(name) : undefined
    if (!name || !target) throw damaged(`${entry.name} is not expected there`)
    current ??= { name, loading: copyIn(client, target) }
    await current.loading.write(entry.bytes)
  }
}

/** What is in the tables now is read again, and compared with what was in them when the backup was taken. */
const refuseOtherRows = async (client: ClientBase, header: Header, trailer: Trailer): Promise<void> => {
  const found: Record<string, Summary> = {}
  for (const table of header.tables) found[table.name] = await summarise(client, rowsOf(table))
  found[JOBS] = await summarise(client, LOADED_JOBS)
  // PostgreSQL may have put them in another order.
  refuseDifferent(trailer.tables, found, 'rowSum', 'what was loaded of it')
  const sums = await ledgerSums(client)
  if (JSON.stringify(sums) !== JSON.stringify(trailer.ledger))
    throw damaged('the sums of the ledger are not those that were written down')
}

const refuseDifferent = (
  written: Trailer['tables'],
  here: Record<string, Summary>,
  by: 'sha256' | 'rowSum',
  what: string,
): void => {
  for (const [name, summary] of Object.entries(written)) {
    const other = here[name] ?? NONE
    // A table without rows has no part.
    if (
      other.rows !== summary.rows ||
      other.bytes !== summary.bytes ||
      (summary.rows > 0 && other[by] !== summary[by])
    )
      throw damaged(`${name} has ${summary.rows} rows, and ${what} differs (${other.rows} rows)`)
  }
}

const NONE: Summary = { rows: 0, bytes: 0, sha256: '', rowSum: 0 }

const damaged = (why: string): Refusal => new Refusal(DAMAGED, 422, `The backup is damaged: ${why}.`)

/** The next row gets a number above those that were loaded. */
const continueNumbers = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query<{ statement: string }>(
    `select format('select setval(%L, greatest((select max(%I) from %s), 1))',
                   pg_get_serial_sequence(attrelid::regclass::text, attname), attname, attrelid::regclass) as statement
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and attidentity <> '' and not attisdropped`,
  )
  for (const { statement } of rows) await client.query(statement)
}
