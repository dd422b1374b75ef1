import type { Pool } from 'pg'
import { asOwner } from './product.ts'

/** Kept by the processes, or made by the migrations, and no part of what a business did. */
const LEFT_ALONE = ['leases', 'rate_limits', 'processes', 'schema_migrations', 'schema_functions']

export type Rewind = {
  /** Everything that was written since the mark is forgotten, as after a restore; the server runs on. */
  back: () => Promise<void>
}

/** Marks the present moment of the database, to which it can be set back. */
export const markMoment = async (databaseUrl: string): Promise<Rewind> => {
  const schema = `mark_${crypto.randomUUID().replaceAll('-', '')}`
  const tables = await asOwner(databaseUrl, async (pool) => {
    await pool.query(`create schema ${schema}`)
    const found = await tablesIn(pool)
    for (const { name } of found) await pool.query(`create table ${schema}.${name} as table public.${name}`)
    return found
  })
  return {
    back: () =>
      asOwner(databaseUrl, async (pool) => {
        const client = await pool.connect()
        await client.query('begin; set local session_replication_role = replica')
        // A table that is emptied anew gets new files for itself and each index: slower than the few rows are.
        const back = tables.map(
          ({ name, columns }) => `delete from public.${name};
            insert into public.${name} (${columns}) overriding system value select ${columns} from ${schema}.${name}`,
        )
        await client.query(back.join(';'))
        await client.query('commit')
        client.release()
      }),
  }
}

/** The row of `recovery` as another server left it: another postmaster, and with `restored` another timeline. */
export const anotherHistory = (databaseUrl: string, what: 'restarted' | 'restored'): Promise<unknown> =>
  asOwner(databaseUrl, (pool) =>
    pool.query(
      `update recovery set started_at = started_at - interval '1 day'
       ${what === 'restored' ? `, timeline = 'FFFFFFFF'` : ''}`,
    ),
  )

type Table = { name: string; columns: string }

const tablesIn = async (pool: Pool): Promise<Table[]> => {
  const { rows } = await pool.query<Table>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and c.relname <> all ($1)
     group by c.relname`,
    [LEFT_ALONE],
  )
  return rows
}
