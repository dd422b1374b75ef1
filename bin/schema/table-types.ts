import type { Catalog, Column, Table } from './read-catalog.ts'

const HEAD = `import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

// Made by \`npm run schema\` from a freshly migrated database; \`npm run check\` fails where the two differ.
`

/** What \`pg\` gives for a column, with the parsers that connections/db.ts sets for bigint and date. */
export const PG_TYPES: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  integer: 'number',
  jsonb: 'Json',
  numeric: 'string',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  'character varying': 'string',
}

/** The rows of all tables as Kysely types, and each list of values that a check allows as a union of its own. */
export const tableTypes = ({ tables }: Catalog): string => {
  const unions = tables.flatMap((table) =>
    table.columns.flatMap((column) =>
      column.values ? [unionText(unionName(table, column), column.values)] : [],
    ),
  )
  return [
    HEAD,
    `export type Tables = {\n${tables.map(tableText).join('')}}\n`,
    '/** A row of a table as it is read. */\nexport type Row<Name extends keyof Tables> = Selectable<Tables[Name]>\n',
    '/** Written as text, read as what it says. */\ntype Json = ColumnType<unknown, string, string>\n',
    ...unions,
  ].join('\n')
}

const tableText = (table: Table): string =>
  `  ${table.name}: {\n${table.columns.map((column) => `    ${column.name}: ${typeOf(table, column)}\n`).join('')}  }\n`

const typeOf = (table: Table, column: Column): string => {
  const plain = column.values ? unionName(table, column) : PG_TYPES[column.type.replace(/\(.*\)$/, '')]
  if (!plain)
    throw new Error(
      `${table.name}.${column.name} is a ${column.type}: say in bin/schema what pg gives for it.`,
    )
  const type = column.isNullable ? `${plain} | null` : plain
  if (column.givenBy === 'default') return `Generated<${type}>`
  return column.givenBy === 'the database' ? `GeneratedAlways<${type}>` : type
}

/** `state` of `send_attempts` is a SendAttemptState. */
const unionName = ({ name }: Table, column: Column): string =>
  `${singular(name)}_${column.name}`
    .split('_')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<=ss)es$|(?<!s)s$/, '')

const WIDTH = 110

const unionText = (name: string, values: string[]): string => {
  const line = `export type ${name} = ${values.map((value) => `'${value}'`).join(' | ')}\n`
  return line.length <= WIDTH + 1
    ? line
    : `export type ${name} =\n${values.map((value) => `  | '${value}'\n`).join('')}`
}
