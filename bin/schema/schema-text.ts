import type { Catalog, Column, Table } from './read-catalog.ts'

const HEAD = `-- The schema as the migrations and functions leave it, made by \`npm run schema\` from a freshly migrated database.
-- To be read, not to be run or edited: \`npm run check\` fails where the database differs.
`

/** The schema as a text for readers and for diffs: every table with all that belongs to it, then the functions. */
export const schemaText = ({ tables, functions }: Catalog): string =>
  [HEAD, ...tables.map(tableText), functions.map((one) => `${one};\n`).join('')].join('\n')

const tableText = (table: Table): string => {
  const { name, isUnlogged, options, partitionedBy, columns, constraints, indexes, walls, triggers, grants } =
    table
  const lines = [...columns.map(columnText(columns)), ...constraints.map((one) => `  ${one}`)]
  const parts = partitionedBy ? ` partition by ${partitionedBy}` : ''
  const storage = options ? ` with (${options.join(', ')})` : ''
  return [
    `create ${isUnlogged ? 'unlogged ' : ''}table ${name} (\n${lines.join(',\n')}\n)${parts}${storage}`,
    ...indexes,
    ...walls,
    ...triggers,
    ...grants,
  ]
    .map((statement) => `${statement};\n`)
    .join('')
}

const columnText = (all: Column[]) => {
  const width = (key: 'name' | 'type') => Math.max(...all.map((column) => column[key].length))
  const [names, types] = [width('name'), width('type')]
  return (column: Column): string =>
    `  ${column.name.padEnd(names)} ${column.type.padEnd(types)}${column.isNullable ? '' : ' not null'} ${column.default ?? ''}`.trimEnd()
}
