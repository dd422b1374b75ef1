import type { ClientBase } from 'pg'
import { Refusal } from '../../platform/errors.ts'
import type { Header } from './archive-format.ts'

/** Kept by the processes, or made by the migrations: a restored database begins them anew. */
const LEFT_OUT = ['leases', 'rate_limits', 'processes', 'schema_migrations', 'schema_functions']

type Table = Header['tables'][number]

/** Every table of ours with the columns that are written, not computed. */
export const tablesOf = async (client: ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [LEFT_OUT],
  )
  return rows
}

/**
 * Throws Refusal where the role would read fewer rows than there are, or none: a backup without some rows would look
 * whole. Row-level security shows all rows of a table where a policy for the role says `true`, and none restricts it.
 */
export const refuseHiddenRows = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm', 'f') and c.relname <> all ($1)
       and (c.relkind not in ('r', 'p') or not has_table_privilege(c.oid, 'select') or c.relrowsecurity and not (
         exists (select from pg_policy p
                 where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('*', 'r')
                   and pg_get_expr(p.polqual, p.polrelid) = 'true'
                   and p.polroles && array[0, current_user::regrole::oid])
         and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive)))
     order by 1`,
    [LEFT_OUT],
  )
  if (rows.length > 0)
    throw new Refusal(
      'backup',
      409,
      `No backup was taken: goodword_system does not see every row of ${rows.map(({ name }) => name).join(', ')}.`,
    )
}
