import type { Catalog } from './read-catalog.ts'

/** What processes of the last release ask of the database: they go on beside the first part of the next migration. */
export type ReleasedSchema = {
  release: number
  version: string
  newestMigration: number
  /** Each as it is declared, to its result. */
  functions: string[]
  /** By table and column: its type, and whether a writer may leave it out. */
  columns: Record<string, Record<string, string>>
}

const OPTIONAL = ', optional'

export const releasedOf = ({
  tables,
  functions,
}: Catalog): Pick<ReleasedSchema, 'functions' | 'columns'> => ({
  functions: functions.map(signatureOf),
  columns: Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      Object.fromEntries(
        columns.map(({ name, type, isNullable, givenBy }) => [
          name,
          `${type}${isNullable || givenBy !== 'the writer' ? OPTIONAL : ''}`,
        ]),
      ),
    ]),
  ),
})

/** What that release has and the catalog has not any more, in words. */
export const breaksOf = (released: ReleasedSchema, catalog: Catalog): string[] => {
  const now = releasedOf(catalog)
  const lost = released.functions.filter((signature) => !now.functions.includes(signature))
  return [
    ...lost.map((signature) => `${signature} is not there any more`),
    ...Object.entries(released.columns).flatMap(([table, columns]) =>
      columnBreaks(table, columns, now.columns[table]),
    ),
  ]
}

const columnBreaks = (
  table: string,
  before: Record<string, string>,
  now: Record<string, string> | undefined,
): string[] => {
  if (!now) return [`the table ${table} is not there any more`]
  const changed = Object.entries(before).flatMap(([column, was]) => {
    const is = now[column]
    if (!is) return [`${table}.${column} is not there any more`]
    const isWider = was === is.replace(OPTIONAL, '')
    return was === is || isWider ? [] : [`${table}.${column} was ${was} and is ${is}`]
  })
  const demanded = Object.entries(now).filter(([column, is]) => !before[column] && !is.endsWith(OPTIONAL))
  return [
    ...changed,
    ...demanded.map(
      ([column]) => `${table}.${column} is new and must be given, which that release does not do`,
    ),
  ]
}

const signatureOf = (text: string): string => text.slice(0, text.indexOf(' language '))
