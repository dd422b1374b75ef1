import { readFileSync } from 'node:fs'
import type { Pool } from 'pg'

/** A row of a business that a statement read or wrote. */
export type Touched = { table: string; businessId: string }
/** A statement that a process of the product sent; `businessId` where its transaction sees one business only. */
export type Ran = { text: string; parameters: unknown[]; businessId: string | null; touched: Touched[] }

const MARK = 'row of a business:'

/**
 * From now on PostgreSQL tells of every row of a business that a statement reads or writes, whatever the statement, the
 * function or the trigger: row-level security asks its policies for each of them. What a plan reads and then drops is
 * told as well, so that it tells of rather too many rows.
 */
export const tellOfRows = async (pool: Pool): Promise<void> => {
  await pool.query(`
    create function tell_of_row(of_table text, business uuid) returns boolean
      language plpgsql volatile
      as $$ begin raise notice '${MARK} % %', of_table, business; return true; end $$;
    do $$
    declare walled record;
    begin
      for walled in
        select p.polname as policy, c.relname as name, pg_get_expr(p.polqual, p.polrelid) as condition,
               case when c.relname = 'businesses' then 'id' else 'business_id' end as key
        from pg_policy p join pg_class c on c.oid = p.polrelid
        where c.relnamespace = 'public'::regnamespace
      loop
        execute format('alter policy %I on %I using ((%s) and tell_of_row(%L, %I))',
                       walled.policy, walled.name, walled.condition, walled.name, walled.key);
      end loop;
    end $$`)
}

export const readNote = (notice: string | undefined): Touched | undefined => {
  if (!notice?.startsWith(MARK)) return undefined
  const [table, businessId] = notice.slice(MARK.length + 1).split(' ') as [string, string]
  return businessId === '<NULL>' ? undefined : { table, businessId }
}

export const readRan = (file: string): Ran[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Ran)
