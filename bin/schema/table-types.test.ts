import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import type { Column } from './read-catalog.ts'
import { PG_TYPES, tableTypes } from './table-types.ts'

const base = useDatabase()

const column = (name: string, type: string, more: Partial<Column> = {}): Column => ({
  name,
  type,
  isNullable: false,
  default: null,
  givenBy: 'the writer',
  values: null,
  ...more,
})

const filesOf = (columns: Column[], rooms: Record<string, string[]>) =>
  tableTypes(
    {
      tables: [
        {
          name: 'replies',
          columns,
          isUnlogged: false,
          options: null,
          partitionedBy: null,
          constraints: [],
          indexes: [],
          walls: [],
          triggers: [],
          grants: [],
        },
      ],
      functions: [],
    },
    rooms,
  )

const typesOf = (columns: Column[]) => filesOf(columns, { 'the-mail': ['replies'] })['tables/the-mail.ts']

test('a column is what pg gives for it, and says whether it may be left out or must not be written', () => {
  const made = typesOf([
    column('id', 'uuid', { givenBy: 'default' }),
    column('number', 'bigint', { givenBy: 'the database' }),
    column('slug', 'character varying(20)'),
    column('seen_at', 'timestamp with time zone', { isNullable: true }),
  ])
  expect(made).toContain(`  replies: {
    id: Generated<string>
    number: GeneratedAlways<number>
    slug: string
    seen_at: Date | null
  }
`)
})

test('the values that a check allows are a union with a name', () => {
  const made = typesOf([column('state', 'text', { values: ['open', 'shut'], isNullable: true })])
  expect(made).toContain('    state: ReplyState | null\n')
  expect(made).toContain(`export type ReplyState = 'open' | 'shut'\n`)
})

test('a room imports what its rows need, and the front joins the rooms that have tables', () => {
  const files = filesOf([column('answer', 'jsonb')], { 'the-mail': ['replies'], empty: [] })
  expect(Object.keys(files)).toEqual(['tables.ts', 'tables/the-mail.ts'])
  expect(files['tables.ts']).toContain('export type Tables = TheMailTables\n')
  expect(files['tables/the-mail.ts']).toContain("import type { ColumnType } from 'kysely'\n")
})

test('a table of no room stops the generator', () => {
  expect(() => filesOf([], { mail: [] })).toThrow('which room the table replies belongs to')
})

test('a type that nothing is known of stops the generator', () => {
  expect(() => typesOf([column('shape', 'polygon')])).toThrow('replies.shape is a polygon')
})

const SAMPLES: Record<string, string> = {
  bigint: '12',
  boolean: 'true',
  bytea: '\\x00',
  date: '2026-02-03',
  integer: '12',
  jsonb: '{}',
  numeric: '1.5000',
  smallint: '12',
  text: 'word',
  'text[]': '{word}',
  'timestamp with time zone': '2026-02-03 10:00+00',
  uuid: '0190a5b2-0000-7000-8000-000000000000',
  'uuid[]': '{0190a5b2-0000-7000-8000-000000000000}',
  'character varying': 'word',
}

test.each(Object.entries(PG_TYPES))('pg gives for %s a %s', async (type, expected) => {
  const { rows } = await sql<{
    value: unknown
  }>`select ${sql.lit(SAMPLES[type])}::${sql.raw(type)} as value`.execute(base.db)
  const { value } = rows[0]!
  const given = Array.isArray(value) ? `${typeof value[0]}[]` : typeof value
  expect(given === 'object' ? value!.constructor.name : given).toBe(expected === 'Json' ? 'Object' : expected)
})
