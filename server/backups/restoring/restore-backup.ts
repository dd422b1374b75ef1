import { pipeline, type Readable } from 'node:stream'
import { z } from 'zod'
import { SCHEMA_FOLDER } from '../../database/database.ts'
import { createClient, UNHURRIED } from '../../platform/postgres/connections/pool.ts'
import { migrate } from '../../platform/postgres/schema/migrate.ts'
import { readSchemaFiles } from '../../platform/postgres/schema/schema-files.ts'
import { Refusal } from '../../platform/errors.ts'
import { readKey } from '../../platform/seal.ts'
import { openArchive } from '../archive/archive-codec.ts'
import {
  FORMAT,
  HEADER,
  headerSchema,
  type Entry,
  type Header,
  type Trailer,
} from '../archive/archive-format.ts'
import { SAME_EVERYWHERE } from '../archive/copy-rows.ts'
import { schemaHash } from '../archive/describe-database.ts'
import { loadArchive } from './load-archive.ts'
import { refuseUnfit } from './refuse-filled.ts'
import { hangUp, STALL_MS, watchForStall } from '../stall.ts'

export type Restoring = {
  /** Of the login that owns the database, which is empty. */
  databaseUrl: string
  bytes: Readable
  identities: string[]
  /** ENCRYPTION_KEYS, with which the database will be used. Without them nothing is said about them. */
  keys?: string[] | undefined
  /** Ends it when aborted, and leaves nothing. */
  signal?: AbortSignal | undefined
  stallMs?: number
}

export type Restored = { header: Header; trailer: Trailer; isSchemaAsMade: boolean }

/**
 * Makes the tables as they were when the backup was taken and loads them, all or nothing. Newer migrations are not
 * applied yet. Until a worker has compared the database with what the vendors know, nothing is sent from it.
 */
export const restoreBackup = async (restoring: Restoring): Promise<Restored> => {
  const { databaseUrl, bytes, identities, keys, stallMs = STALL_MS } = restoring
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(restoring.signal ? [restoring.signal] : [])])
  const watch = watchForStall(stallMs, (why) => stop.abort(why))
  const watched = pipeline(bytes, watch.flow(), () => undefined)
  const entries = openArchive(watched, identities)
  const client = createClient(databaseUrl, { patience: UNHURRIED })
  const abort = () => {
    hangUp(client)
    bytes.destroy(signal.reason as Error)
  }
  signal.addEventListener('abort', abort)
  // Of one that was aborted before, no event comes.
  if (signal.aborted) abort()
  try {
    const header = await readHeader(entries)
    refuseUnknown(header)
    if (keys) refuseOtherKeys(header, keys)
    await client.connect()
    await refuseUnfit(client, header.migrations)
    const only = new Set(header.migrations.map(({ name }) => name))
    await migrate(databaseUrl, SCHEMA_FOLDER, { only })
    await client.query(`begin; ${SAME_EVERYWHERE}`)
    const isSchemaAsMade = (await schemaHash(client)) === header.schema
    await client.query('rollback')
    // Indexes and foreign keys take their time once all is loaded.
    const trailer = await loadArchive(client, header, entries, watch.end)
    await client.query('analyze')
    return { header, trailer, isSchemaAsMade }
  } catch (cause) {
    throw signal.aborted ? signal.reason : cause
  } finally {
    watch.end()
    bytes.destroy()
    await entries.return(undefined).catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}

const readHeader = async (entries: AsyncIterator<Entry>): Promise<Header> => {
  const { done, value } = await entries.next()
  if (done || value.name !== HEADER) throw new Refusal('backup', 422, 'This is no backup of Goodword.')
  const content = JSON.parse(String(value.bytes)) as unknown
  const { data } = z.object({ format: z.number(), version: z.string() }).safeParse(content)
  if (data && data.format > FORMAT)
    throw new Refusal(
      'backup',
      409,
      `The backup was taken by Goodword ${data.version}, which writes another format: restore it with that version.`,
    )
  return headerSchema.parse(content)
}

const refuseUnknown = ({ version, migrations }: Header): void => {
  const known = new Map(readSchemaFiles(SCHEMA_FOLDER).migrations.map(({ name, sha256 }) => [name, sha256]))
  const unknown = migrations.find(({ name, sha256 }) => known.get(name) !== sha256)
  if (unknown)
    throw new Refusal(
      'backup',
      409,
      `The backup was taken by Goodword ${version}, whose migration ${unknown.name} this version does not have: ` +
        'restore it with that version, or a newer one.',
    )
}

const refuseOtherKeys = ({ keyIds }: Header, keys: string[]): void => {
  const missing = missingKeys(keyIds, keys)
  if (missing.length > 0)
    throw new Refusal(
      'backup',
      409,
      `ENCRYPTION_KEYS lacks ${missing.length === 1 ? 'the key' : 'the keys'} ${missing.join(', ')}, without which ` +
        'no Xero authorisation opens and no opt-out is recognised: add the keys that were in use when it was taken, ' +
        'or restore with --without-keys.',
    )
}

/** Of the keys by which something in a backup is sealed, those that are not given. */
export const missingKeys = (keyIds: string[], keys: string[]): string[] => {
  const given = new Set(keys.map((key) => readKey(key).id.toString('hex')))
  return keyIds.filter((id) => !given.has(id))
}
