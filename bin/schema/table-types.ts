import type { Catalog, Column, Table } from './read-catalog.ts'

const HEAD =
  '// Made by `npm run schema` from a freshly migrated database; `npm run check` fails where the two differ.\n'
const JSON_TYPE =
  '/** Written as text, read as what it says. */\ntype Json = ColumnType<unknown, string, string>\n'

/** What `pg` gives for a column, with the parsers that connections/db.ts sets for bigint and date. */
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

/**
 * The rows of all tables as Kysely types, a file for each room, and each list of values that a check allows as a union
 * of its own: name of the file → its text.
 */
export const tableTypes = ({ tables }: Catalog, rooms: Record<string, string[]>): Record<string, string> => {
  const stray = tables.find(({ name }) => !Object.values(rooms).flat().includes(name))
  if (stray)
    throw new Error(`Say in bin/schema/table-rooms.ts which room the table ${stray.name} belongs to.`)
  const filled = Object.entries(rooms)
    .map(([room, names]) => ({ room, tables: tables.filter(({ name }) => names.includes(name)) }))
    .filter((one) => one.tables.length > 0)
  return {
    'tables.ts': frontText(filled.map(({ room }) => room)),
    ...Object.fromEntries(filled.map((one) => [`tables/${one.room}.ts`, roomText(one.room, one.tables)])),
  }
}

const frontText = (rooms: string[]): string =>
  [
    `import type { Selectable } from 'kysely'\n${rooms
      .map((room) => `import type { ${groupName(room)} } from './tables/${room}.ts'\n`)
      .join('')}`,
    HEAD,
    `export type Tables = ${rooms.map(groupName).join(' &\n  ')}\n`,
    '/** A row of a table as it is read. */\nexport type Row<Name extends keyof Tables> = Selectable<Tables[Name]>\n',
  ].join('\n')

const roomText = (room: string, tables: Table[]): string => {
  const rows = `export type ${groupName(room)} = {\n${tables.map(tableText).join('')}}\n`
  const unions = tables.flatMap((table) =>
    table.columns.flatMap((column) =>
      column.values ? [unionText(unionName(table, column), column.values)] : [],
    ),
  )
  const json = /\bJson\b/.test(rows) ? [JSON_TYPE] : []
  const names = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) =>
    new RegExp(`\\b${name}<`).test([...json, rows].join('')),
  )
  const imports = names.length > 0 ? [`import type { ${names.join(', ')} } from 'kysely'\n`] : []
  return [...imports, HEAD, rows, ...json, ...unions].join('\n')
}

/** `ReviewRequestsTables` for the room review-requests. */
const groupName = (room: string): string => `${inPascalCase(room.split('-'))}Tables`

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
  inPascalCase(`${singular(name)}_${column.name}`.split('_'))

const inPascalCase = (words: string[]): string =>
  words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<=ss)es$|(?<!s)s$/, '')

const WIDTH = 110

const unionText = (name: string, values: string[]): string => {
  const line = `export type ${name} = ${values.map((value) => `'${value}'`).join(' | ')}\n`
  return line.length <= WIDTH + 1
    ? line
    : `export type ${name} =\n${values.map((value) => `  | '${value}'\n`).join('')}`
}
