import type { Client } from 'pg'

export type Column = {
  name: string
  type: string
  isNullable: boolean
  default: string | null
  /** Whether the writer must give a value, may leave it to the default, or may not give one. */
  givenBy: 'the writer' | 'default' | 'the database'
  /** The values that a check allows, where it names them. */
  values: string[] | null
}

/** One table; `constraints` to `grants` are statements or parts of them in PostgreSQL's own words. */
export type Table = {
  name: string
  isUnlogged: boolean
  options: string[] | null
  /** Its partitions are not described: they come and go, and have what it has. */
  partitionedBy: string | null
  columns: Column[]
  constraints: string[]
  indexes: string[]
  walls: string[]
  triggers: string[]
  grants: string[]
}

export type Catalog = { tables: Table[]; functions: string[] }

type ColumnRow = Omit<Column, 'values'> & { table: string; check: string | null }
type PartRow = {
  table: string
  part: 'constraints' | 'indexes' | 'walls' | 'triggers' | 'grants'
  text: string
}

/** What the catalog says of the product's schema, in one order for the same schema. */
export const readCatalog = async (client: Client): Promise<Catalog> => {
  await client.query(`set search_path = public; set timezone = 'UTC'`)
  const tables = await client.query<Pick<Table, 'name' | 'isUnlogged' | 'options' | 'partitionedBy'>>(TABLES)
  const columns = await client.query<ColumnRow>(COLUMNS)
  const parts = await client.query<PartRow>(PARTS)
  const functions = await client.query<{ text: string }>(FUNCTIONS)
  return {
    tables: tables.rows.map((table) => {
      const partsOf = (part: PartRow['part']) =>
        parts.rows.filter((row) => row.table === table.name && row.part === part).map(({ text }) => text)
      return {
        ...table,
        columns: columns.rows.filter((row) => row.table === table.name).map(toColumn),
        constraints: partsOf('constraints'),
        indexes: partsOf('indexes'),
        walls: partsOf('walls'),
        triggers: partsOf('triggers'),
        grants: partsOf('grants'),
      }
    }),
    functions: functions.rows.map(({ text }) => text),
  }
}

const toColumn = ({ name, type, isNullable, default: given, givenBy, check }: ColumnRow): Column => ({
  name,
  type,
  isNullable,
  default: given,
  givenBy,
  values: valuesOf(check),
})

/** Of `CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text])))`: open, paid; also of one that is not valid. */
const valuesOf = (check: string | null): string[] | null => {
  const list = check?.match(/^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)( NOT VALID)?$/)?.[1]
  return list ? list.split(', ').map((value) => value.replace(/^'(.*)'::text$/, '$1')) : null
}

const TABLES = `
  select relname as name, relpersistence = 'u' as "isUnlogged", reloptions as options, pg_get_partkeydef(oid) as "partitionedBy"
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname collate "C"`

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         not a.attnotnull as "isNullable",
         case when a.attidentity = 'a' then 'generated always as identity'
              when a.attgenerated = 's' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
              else 'default ' || pg_get_expr(d.adbin, d.adrelid) end as default,
         case when a.attidentity = 'a' or a.attgenerated = 's' then 'the database'
              when d.adbin is not null then 'default' else 'the writer' end as "givenBy",
         (select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY' limit 1) as check
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by a.attnum`

const PARTS = `
  with ours as (
    select oid, relname as table, relacl, relowner from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  ), rights as (
    select ours.table, coalesce(nullif(grantee, 0)::regrole::text, 'public') as grantee,
           string_agg(lower(privilege_type), ', ' order by array_position(
             '{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER,MAINTAIN}', privilege_type)) as may
    from ours, aclexplode(relacl) where grantee <> relowner group by 1, 2
  )
  select * from (
    select ours.table, 'constraints' as part, format('constraint %s %s', conname, pg_get_constraintdef(k.oid)) as text
    from ours join pg_constraint k on conrelid = ours.oid where contype <> 'n'
    union all
    select ours.table, 'indexes', regexp_replace(replace(pg_get_indexdef(indexrelid), ' USING btree', ''), ' ON (ONLY )?public[.]', ' ON ')
    from ours join pg_index on indrelid = ours.oid
    where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    union all
    select ours.table, 'walls', format('alter table %s %s row level security', ours.table, word)
    from ours join pg_class c using (oid), (values ('enable', true), ('force', false)) as wall (word, is_first)
    where case when is_first then c.relrowsecurity else c.relforcerowsecurity end
    union all
    select ours.table, 'walls', format('create policy %s on %s%s%s to %s%s%s', policyname, tablename,
      case permissive when 'PERMISSIVE' then '' else ' as restrictive' end, ' for ' || nullif(lower(cmd), 'all'),
      array_to_string(roles, ', '), ' using (' || qual || ')', ' with check (' || with_check || ')')
    from ours join pg_policies on tablename = ours.table and schemaname = 'public'
    union all
    select ours.table, 'triggers', replace(pg_get_triggerdef(t.oid), ' ON public.', ' ON ')
    from ours join pg_trigger t on tgrelid = ours.oid where not tgisinternal
    union all
    select rights.table, 'grants', format('grant %s on %s to %s', may, rights.table, grantee) from rights
  ) parts order by text collate "C"`

const FUNCTIONS = `
  select format('%s %s(%s)%s language %s %s%s%s', case prokind when 'p' then 'procedure' else 'function' end, proname,
           pg_get_function_arguments(p.oid), ' returns ' || pg_get_function_result(p.oid), lanname,
           case provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end
             || case when proisstrict then ' strict' else '' end
             || case proparallel when 's' then ' parallel safe' else '' end,
           case when prosecdef then ' security definer' else '' end,
           coalesce(' set ' || array_to_string(proconfig, ' set '), ''))
         || coalesce((select '; execute granted to ' || string_agg(coalesce(nullif(grantee, 0)::regrole::text, 'public'), ', '
                        order by nullif(grantee, 0)::regrole::text)
                      from aclexplode(proacl) where grantee <> proowner), '') as text
  from pg_proc p join pg_language l on l.oid = prolang
  where pronamespace = 'public'::regnamespace order by proname collate "C"`
