import type { Pool } from 'pg'

const OWNED = `
  select c.oid, c.relname as name,
         (select a.attnum from pg_attribute a where a.attrelid = c.oid
            and a.attname = case when c.relname = 'businesses' then 'id' else 'business_id' end) as key
  from pg_class c where c.relrowsecurity and c.relnamespace = 'public'::regnamespace`

/** Unique indexes of tables of businesses that hold across businesses, because the business is no part of them. */
export const uniqueAcross = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(`
    select i.indexrelid::regclass::text as name
    from (${OWNED}) owned join pg_index i on i.indrelid = owned.oid
    where i.indisunique and not owned.key = any(i.indkey::smallint[])
    order by 1`)
  return rows.map(({ name }) => name)
}

/** Foreign keys between tables of businesses that do not lead to a row of the same business. */
export const foreignAcross = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(`
    with owned as (${OWNED})
    select f.conname as name
    from pg_constraint f join owned on owned.oid = f.conrelid join owned target on target.oid = f.confrelid
    where f.contype = 'f'
      and not exists (select from unnest(f.conkey, f.confkey) as pair (mine, theirs)
                      where mine = owned.key and theirs = target.key)
    order by 1`)
  return rows.map(({ name }) => name)
}
