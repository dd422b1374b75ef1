import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type SchemaFile = { name: string; text: string; sha256: string }

/** The migrations and functions of a schema's folder, each in the order of their names. */
export const readSchemaFiles = (folder: string): { migrations: SchemaFile[]; functions: SchemaFile[] } => ({
  migrations: readSql(join(folder, 'migrations'), /^\d{4}-[a-z0-9-]+\.sql$/),
  functions: readSql(join(folder, 'functions'), /^[a-z0-9_]+\.sql$/),
})

const readSql = (folder: string, pattern: RegExp): SchemaFile[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    })
