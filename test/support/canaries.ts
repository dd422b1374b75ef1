import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { plantRow } from './plant-row.ts'
import type { PersonalColumn } from './data-map.ts'

export type Planted = PersonalColumn & { value: string }

type Column = { table: string; column: string; type: string; isGenerated: boolean }

/** Every column of the product's tables that can hold words. */
export const wordyColumns = async (owner: Client): Promise<Column[]> => {
  const { rows } = await owner.query<Column>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
           a.attgenerated <> '' as "isGenerated"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and format_type(a.atttypid, null) in ('text', 'character varying', 'jsonb', 'json', 'bytea', 'text[]', 'uuid[]')
    order by 1, a.attnum`)
  return rows
}

/** What the checks of some columns let in. */
const FITTING: Record<string, (canary: string) => unknown> = {
  review_url: (canary) => `https://${canary}.example`,
  card_last4: (canary) => digitsOf(canary),
  card_ends: (canary) => `${digitsOf(canary).slice(0, 2)}/${digitsOf(canary).slice(2)}`,
  off_token: (canary) => canary.padEnd(24, 'x'),
}

/** One row in each table that has personal columns, all of them filled with words that stand nowhere else. */
export const plantCanaries = async (
  owner: Client,
  personal: PersonalColumn[],
  { whose, rows }: { whose: string; rows: Record<string, Record<string, unknown>> },
): Promise<Planted[]> => {
  const columns = await wordyColumns(owner)
  const planted: Planted[] = []
  for (const [table, given] of Object.entries(rows)) {
    const values: Record<string, unknown> = { ...given }
    for (const one of personal.filter((column) => column.table === table)) {
      const found = columns.find(({ column, table: other }) => other === table && column === one.column)!
      if (found.isGenerated) continue
      const canary = `canary_${whose}_${planted.length}`
      values[one.column] ??= valueOf(found.type, FITTING[one.column]?.(canary) ?? canary)
      planted.push({ ...one, value: found.type.startsWith('json') ? canary : asText(values[one.column]) })
    }
    await plantRow(owner, table, values)
  }
  return planted
}

/** Which of the planted words are still in the column that they were planted in. */
export const stillThere = async (owner: Client, planted: Planted[]): Promise<string[]> => {
  const found: string[] = []
  for (const { table, column, value } of planted) {
    const { rowCount } = await owner.query(`select from ${table} where strpos(${column}::text, $1) > 0`, [
      value,
    ])
    if (rowCount! > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** Every column of every table, of the queue's as well, that has these words anywhere in it. */
export const whereIs = async (owner: Client, words: string): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(`
    select format('%s.%I', c.oid::regclass, a.attname) as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and a.attnum > 0
      and not a.attisdropped
    order by 1`)
  const found: string[] = []
  for (const { name } of rows) {
    const [, table, column] = /^(.*)\.([^.]+)$/.exec(name)!
    const { rowCount } = await owner.query(
      `select from ${table} where strpos(lower(${column}::text), lower($1)) > 0`,
      [words],
    )
    if (rowCount! > 0) found.push(name)
  }
  return found
}

/** Four digits that other words of this length seldom have. */
const digitsOf = (words: string): string =>
  String(createHash('sha256').update(words).digest().readUInt16BE() % 10_000).padStart(4, '0')

const valueOf = (type: string, value: unknown): unknown => {
  if (type === 'bytea') return Buffer.from(String(value).padEnd(32, '.'))
  if (type === 'jsonb' || type === 'json') return JSON.stringify({ about: value })
  if (type === 'text[]') return [value]
  return type === 'uuid[]' ? [crypto.randomUUID()] : value
}

const asText = (value: unknown): string => {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return `{${value.join(',')}}`
  return String(value)
}
