import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type SchemaFile = { name: string; text: string; sha256: string }

/** How the statements of a migration are run: see database/README.md. */
export type Manner = 'in one transaction' | 'outside a transaction' | 'in batches'

export type Migration = SchemaFile & {
  number: number
  /** Before the new version's processes start, or after the last one of the version before has ended. */
  part: 'before' | 'after'
  /** Code that does not know it must not work with it. */
  isBreaking: boolean
  manner: Manner
  isMarked: boolean
}

/** What a release has left: files up to `newestMigration` are of that release or an earlier one. */
export type Released = { release: number; newestMigration: number }

/** A schema's folder, its files in the order of their names. */
export const readSchemaFiles = (folder: string): { migrations: Migration[]; functions: SchemaFile[] } => ({
  migrations: readSql(join(folder, 'migrations'), /^\d{4}-[a-z0-9-]+\.sql$/).map(toMigration),
  functions: readSql(join(folder, 'functions'), /^[a-z0-9_]+\.sql$/),
})

/** The number of the newest migration that this code knows. */
export const newestMigration = (folder: string): number =>
  readSchemaFiles(folder).migrations.at(-1)?.number ?? 0

export const readReleased = (folder: string): Released => {
  const file = join(folder, 'released.json')
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Released)
    : { release: 0, newestMigration: 0 }
}

const MARK = /^-- Upgrade: (before|after), (harmless|breaking)(?:, (outside a transaction|in batches))?\.\n/

const toMigration = ({ name, text }: SchemaFile): Migration => {
  const [line, part, kind, manner] = MARK.exec(text) ?? []
  return {
    name,
    text,
    // Without its mark, which may be corrected after it was applied.
    sha256: sha256(text.slice(line?.length ?? 0)),
    number: Number(name.slice(0, 4)),
    part: part === 'after' ? 'after' : 'before',
    isBreaking: kind !== 'harmless',
    manner: (manner as Manner | undefined) ?? 'in one transaction',
    isMarked: line !== undefined,
  }
}

const readSql = (folder: string, pattern: RegExp): SchemaFile[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, sha256: sha256(text) }
    })

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
