import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { SCHEMA_FOLDER } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded/embedded-postgres.ts'
import { migrate } from '../server/platform/postgres/schema/migrate.ts'
import { MigrationFailed } from '../server/platform/postgres/schema/schema-books.ts'
import { newestMigration, readSchemaFiles } from '../server/platform/postgres/schema/schema-files.ts'
import { readCatalog, type Catalog } from './schema/read-catalog.ts'
import { breaksOf, releasedOf, type ReleasedSchema } from './schema/released.ts'
import { schemaText } from './schema/schema-text.ts'
import { TABLE_ROOMS } from './schema/table-rooms.ts'
import { tableTypes } from './schema/table-types.ts'

const ROOT = join(import.meta.dirname, '..')

/** What is made from the database: name of the file → its text. */
const make = (catalog: Catalog): Record<string, string> => ({
  'database/schema.sql': schemaText(catalog),
  ...Object.fromEntries(
    Object.entries(tableTypes(catalog, TABLE_ROOMS)).map(([name, text]) => [`${TYPES}/${name}`, text]),
  ),
})

const TYPES = 'server/database'

const RELEASED = join(SCHEMA_FOLDER, 'released.json')

/**
 * Writes the files that are made from a freshly migrated database; with `--check` says which of them are not current,
 * and what the last release would miss before it has ended. `--release 0.2.0` makes this the last release.
 */
const main = async (): Promise<number> => {
  const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as ReleasedSchema
  const { before, catalog } = await freshCatalogs()
  const version = process.argv[process.argv.indexOf('--release') + 1]
  if (process.argv.includes('--release') && version) {
    const now: ReleasedSchema = {
      release: released.release + 1,
      version,
      newestMigration: newestMigration(SCHEMA_FOLDER),
      ...releasedOf(catalog),
    }
    writeFileSync(RELEASED, `${JSON.stringify(now, null, 2)}\n`)
    return 0
  }
  const made = Object.entries(make(catalog)).map(([name, text]) => ({ file: join(ROOT, name), name, text }))
  const left = readdirSync(join(ROOT, TYPES, 'tables'))
    .map((name) => `${TYPES}/tables/${name}`)
    .filter((name) => !made.some((one) => one.name === name))
  if (!process.argv.includes('--check')) {
    for (const { file, text } of made) writeFileSync(file, text)
    for (const name of left) rmSync(join(ROOT, name))
    return 0
  }
  const stale = made.filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
  for (const { file, name, text } of stale)
    console.error(`${name} is not what the database is now:\n${difference(file, text)}`)
  for (const name of left) console.error(`${name} describes no table.`)
  if (stale.length + left.length > 0) console.error('Run `npm run schema` and look at what has changed.')
  else
    console.log(
      `Schema: ${catalog.tables.length} tables and ${catalog.functions.length} functions, all as written.`,
    )
  const breaks = breaksNow(released, before)
  for (const words of breaks) console.error(`Version ${released.version}, which runs beside it: ${words}.`)
  if (breaks.length > 0)
    console.error('Take it in steps, or mark the migration as breaking: database/README.md.')
  return stale.length + left.length + breaks.length > 0 ? 1 : 0
}

/** Where a migration of the first part is breaking, the old version has ended before it. */
const breaksNow = (released: ReleasedSchema, before: Catalog): string[] => {
  const isBreaking = readSchemaFiles(SCHEMA_FOLDER).migrations.some(
    ({ number, part, isBreaking }) => number > released.newestMigration && part === 'before' && isBreaking,
  )
  return isBreaking ? [] : breaksOf(released, before)
}

/** As it is beside the old version, and in the end. */
const freshCatalogs = async (): Promise<{ before: Catalog; catalog: Catalog }> => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-schema-'))
  // The database's own user needs access to the folder, or its files lie elsewhere and outlive the run.
  chmodSync(folder, 0o755)
  try {
    const postgres = await startEmbeddedPostgres(folder, {
      settings: { fsync: 'off', max_connections: '20' },
    })
    const client = new Client({ connectionString: postgres.url })
    try {
      await migrate(postgres.url, SCHEMA_FOLDER, { part: 'before', alsoWhereEmpty: true })
      await client.connect()
      const before = await readCatalog(client)
      await migrate(postgres.url, SCHEMA_FOLDER, { part: 'after' })
      return { before, catalog: await readCatalog(client) }
    } finally {
      await client.end()
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lines that only one of the two has. */
const difference = (file: string, text: string): string => {
  const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const lines = [...without(written, text, '  written:  '), ...without(text, written, '  database: ')]
  return lines.length > 0 ? lines.join('\n') : '  the same lines, in another order'
}

/** A line that stands there twice and here three times is one too many here. */
const without = (text: string, other: string, mark: string): string[] => {
  const left = other.split('\n')
  return text
    .split('\n')
    .filter((line) => {
      const at = left.indexOf(line)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    .map((line) => mark + line)
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (cause: unknown) => {
    console.error(cause instanceof MigrationFailed ? cause.message : cause)
    process.exitCode = 1
  },
)
