import type { Pool } from 'pg'
import type { Figure, Part } from '../figures.ts'
import type { Bench } from './bench.ts'
import { runOpenLoop } from './open-loop.ts'

const ORGANISATIONS = 300
const TABLES = 10

/** (v) What an hour at 300 webhooks a second leaves of tables: rows that are gone, free space, and who cleaned up. */
export const measureBloat = async (bench: Bench): Promise<Part> => {
  const rate = bench.sized(300, 300, 20)
  const seconds = bench.sized(3_600, 300, 1)
  const { pool } = bench.rig
  await pool.query('create extension if not exists pgstattuple')
  const businesses = bench.takeBusinesses(ORGANISATIONS)
  const load = await runOpenLoop(bench, businesses, { rate, seconds, drainMs: 90_000 })
  const tables = await readTables(pool)
  const sum = (of: 'bytes' | 'deadBytes' | 'freeBytes') => tables.reduce((total, one) => total + one[of], 0)
  return {
    letter: 'v',
    title: `the largest tables after ${seconds} s at ${rate} webhooks/s over ${businesses.length} organisations`,
    figures: [
      { what: 'texts', value: load.textsPerSecond, unit: '/s' },
      { what: 'latency p99', value: load.latency.p99, unit: 'ms' },
      { what: 'texts missing', value: load.missing, unit: '', bar: { atMost: 0 } },
      ...load.cpu,
      {
        what: 'rows that are gone and free space',
        value: (100 * (sum('deadBytes') + sum('freeBytes'))) / Math.max(1, sum('bytes')),
        unit: '%',
        note: 'of these tables',
      },
      ...tables.map(figureOf),
    ],
  }
}

type Table = {
  name: string
  bytes: number
  indexBytes: number
  deadBytes: number
  freeBytes: number
  updates: number
  inPlace: number
  vacuums: number
}

const readTables = async (pool: Pool): Promise<Table[]> => {
  const { rows } = await pool.query<Record<string, string> & { name: string }>(
    `select s.relname as name, pg_relation_size(s.relid) as "bytes", pg_indexes_size(s.relid) as "indexBytes",
            t.dead_tuple_len as "deadBytes", t.free_space as "freeBytes", s.n_tup_upd as updates,
            s.n_tup_hot_upd as "inPlace", s.autovacuum_count as vacuums
     from pg_stat_user_tables s
     join pg_class c on c.oid = s.relid and c.relkind = 'r'
     cross join lateral pgstattuple(c.oid) t
     where s.schemaname in ('public', 'parts')
     order by pg_total_relation_size(s.relid) desc limit $1`,
    [TABLES],
  )
  return rows.map(
    ({ name, ...numbers }) =>
      ({
        name,
        ...Object.fromEntries(Object.entries(numbers).map(([key, of]) => [key, Number(of)])),
      }) as Table,
  )
}

const MIB = 1024 * 1024

const figureOf = ({
  name,
  bytes,
  indexBytes,
  deadBytes,
  freeBytes,
  updates,
  inPlace,
  vacuums,
}: Table): Figure => {
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(0)} %`
  const notes = [
    `gone ${share(deadBytes, bytes)}`,
    `free ${share(freeBytes, bytes)}`,
    `changed in place ${updates === 0 ? '–' : share(inPlace, updates)}`,
    `autovacuum ${vacuums} ×`,
    `indexes ${(indexBytes / MIB).toFixed(0)} MiB`,
  ]
  return { what: name, value: bytes / MIB, unit: 'MiB', note: notes.join(', ') }
}
