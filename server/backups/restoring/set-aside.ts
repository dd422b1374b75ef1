import pg, { type ClientBase } from 'pg'

type Made = { drop: string; make: string }

/**
 * Takes from every table of ours what would hinder its loading: foreign keys, triggers, row-level security even for the
 * owner; and keys and indexes, which are made faster of all rows at once. Returns what puts them back, and validates
 * the foreign keys. All of it is in the caller's transaction, and takes no superuser: the login owns the tables.
 */
export const setAside = async (client: ClientBase): Promise<() => Promise<void>> => {
  const foreignKeys = await constraints(client, 'f')
  const keys = [...(await constraints(client, 'p')), ...(await constraints(client, 'u'))]
  const indexes = await made(
    client,
    // Of a partitioned table it is said to be on ONLY that: those of the partitions come and go with it.
    `select made.relname as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_class made on made.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not i.indisprimary
       and not exists (select from pg_constraint where conindid = i.indexrelid) order by 1`,
    ({ name, definition }) => ({ drop: `drop index public.${name}`, make: definition! }),
  )
  const triggers = await made(
    client,
    `select distinct tgrelid::regclass as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not tgisinternal order by 1`,
    ({ table }) => ({
      drop: `alter table ${table} disable trigger user`,
      make: `alter table ${table} enable trigger user`,
    }),
  )
  const walls = await made(
    client,
    `select oid::regclass as table from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity order by 1`,
    ({ table }) => ({
      drop: `alter table ${table} no force row level security`,
      make: `alter table ${table} force row level security`,
    }),
  )
  // Foreign keys need the unique indexes, and are validated while the owner sees every row.
  for (const { drop } of [...foreignKeys, ...keys, ...indexes, ...triggers, ...walls])
    await client.query(drop)
  return async () => {
    await client.query("set local maintenance_work_mem = '256MB'; set local work_mem = '64MB'")
    for (const { make } of [...keys, ...indexes, ...foreignKeys, ...triggers, ...walls])
      await client.query(make)
  }
}

const constraints = (client: ClientBase, kind: 'f' | 'p' | 'u'): Promise<Made[]> =>
  made(
    client,
    `select conrelid::regclass as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = '${kind}' and conrelid <> 0 and connamespace = 'public'::regnamespace order by 1, 2`,
    ({ table, name, definition }) => ({
      drop: `alter table ${table} drop constraint ${name}`,
      make: `alter table ${table} add constraint ${name} ${definition}`,
    }),
  )

type Row = { table: string; name: string; definition?: string }

const made = async (client: ClientBase, query: string, write: (row: Row) => Made): Promise<Made[]> => {
  const { rows } = await client.query<Row>(query)
  return rows.map((row) => write({ ...row, name: row.name && pg.escapeIdentifier(row.name) }))
}
