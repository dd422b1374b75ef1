import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Client as PgClient } from 'pg'
import { useDatabase } from './support/database.ts'
import { plantRow } from './support/plant-row.ts'

/** Tables that belong to no business, each with why a business's role reads nothing of another business in them. */
const SHARED: Record<string, string> = {
  schema_migrations: 'names of files, of the whole installation',
  schema_functions: 'names of files, of the whole installation',
  sealed_secrets: 'the installation’s own keys: the role has no right to it',
  processes: 'workers at work: the role has no right to it',
  metric_totals: 'counts of processes that have ended: the role has no right to it',
  sessions: 'of people, found by a secret before any business is known: the role has no right to it',
  operator_sessions: 'of operators, found by a secret: the role has no right to it',
  sign_in_states: 'of browsers on the way to the issuer: the role has no right to it',
  one_time_tokens: 'of browsers on the way back: the role has no right to it',
  stripe_events:
    'ids of objects that Stripe reported, before it is known whose they are: the role has no right to it',
  qr_batches: 'printed codes without an owner yet: the role has no right to it',
  qr_mintings: 'keys under which printed codes were made: the role has no right to it',
  leases: 'names of work under way: the role has no right to it',
  twilio_messages: 'what could not be recorded, before it is known whose it is: the role has no right to it',
  inbound_polls: 'until when the gateway was asked for texts of customers: the role has no right to it',
  payment_polls: 'when payments were last compared with Stripe: the role has no right to it',
  rate_limits: 'counters by network: the role has no right to it',
  retention: 'when the job that removes what is old last ended: the role has no right to it',
  backups: 'what was backed up, of the whole installation: the role has no right to it',
  recovery: 'which history of the database is known: read by all, written by the system',
  found_texts:
    'texts that a restored database had forgotten, by link token and keyed hash of the phone, before it is known whose they are: read by all, written by the system',
  platform_opt_outs: 'keyed hashes of phones that no business may text: read by all, written by the system',
}

/** The only functions that act with their owner's rights. */
const OF_THE_SYSTEM = 'a step of making or dropping a partition, which no business may call'
const DEFINERS: Record<string, string> = {
  close_default: OF_THE_SYSTEM,
  drop_partition: OF_THE_SYSTEM,
  enqueue_job: 'puts a job into the queue, and reads nothing',
  make_partition: OF_THE_SYSTEM,
  open_default: OF_THE_SYSTEM,
  prove_default: OF_THE_SYSTEM,
}

const [OURS, THEIRS] = [crypto.randomUUID(), crypto.randomUUID()] as const
const base = useDatabase()
let owner: Client

beforeAll(async () => {
  owner = new PgClient({ connectionString: base.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
})

/** Tables with the column that says whose a row is. */
const tablesIn = async (client: Client) => {
  const { rows } = await client.query<{ name: string; key: string | null; isWalled: boolean }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isWalled",
           (select a.attname from pg_attribute a
            where a.attrelid = c.oid and not a.attisdropped
              and a.attname = case when c.relname = 'businesses' then 'id' else 'business_id' end) as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    order by c.relname`)
  return rows
}

const template = new PgClient({
  connectionString: inject('postgresUrl').replace(/\/[^/]*$/, '/template_goodword'),
})
await template.connect()
const tables = await tablesIn(template)
await template.end()
const owned = tables.flatMap(({ name, key }) => (key ? [{ name, key }] : []))

type Attempt = { rows: number } | { refused: string }

/** Tries one statement as a business, and undoes it. */
const as = async (
  businessId: string | undefined,
  statement: string,
  values: unknown[] = [],
): Promise<Attempt> => {
  await owner.query('begin')
  try {
    await owner.query('set local role goodword_tenant')
    if (businessId) await owner.query(`set local app.business_id = '${businessId}'`)
    const { rowCount } = await owner.query(statement, values)
    return { rows: rowCount ?? 0 }
  } catch (cause) {
    return { refused: (cause as { code: string }).code }
  } finally {
    await owner.query('rollback')
  }
}
const NO_RIGHT = '42501'
const nothing = (attempt: Attempt) => ('rows' in attempt ? attempt.rows === 0 : attempt.refused === NO_RIGHT)

test('there are tables to try', () => {
  expect(owned.length).toBeGreaterThan(15)
})

/** Inserts a row as it stands in a JSON object, into every column that can be written. */
const copyOf = async (name: string): Promise<string> => {
  const { rows } = await owner.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  )
  const { names } = rows[0]!
  return `insert into ${name} (${names}) overriding system value
          select ${names} from jsonb_populate_record(null::${name}, $1)`
}

describe.each(owned)('another business’s row in $name', ({ name, key }) => {
  beforeAll(async () => {
    await plantRow(owner, name, { [key]: THEIRS })
  })
  const find = async () => {
    const { rows } = await owner.query<{ row: object }>(
      `select to_jsonb(t) as row from ${name} t where ${key} = $1`,
      [THEIRS],
    )
    return rows.map(({ row }) => row)
  }

  test('is there, for its own business or for the system alone', async () => {
    expect(await find()).toHaveLength(1)
    const own = await as(THEIRS, `select from ${name}`)
    expect('rows' in own ? own.rows : own.refused).toSatisfy((seen) => seen === 1 || seen === NO_RIGHT)
  })

  test('cannot be read, changed, taken, deleted or forged', async () => {
    const before = await find()
    const copy = await copyOf(name)
    expect(await as(OURS, `select from ${name}`)).toSatisfy(nothing)
    expect(await as(OURS, `select from ${name} where ${key} = $1`, [THEIRS])).toSatisfy(nothing)
    expect(await as(OURS, `select from ${name} for update`)).toSatisfy(nothing)
    expect(await as(OURS, `update ${name} set ${key} = ${key}`)).toSatisfy(nothing)
    expect(await as(OURS, `update ${name} set ${key} = $1`, [OURS])).toSatisfy(nothing)
    expect(await as(OURS, `delete from ${name}`)).toSatisfy(nothing)
    expect(await as(OURS, copy, [JSON.stringify(before[0])])).toEqual({ refused: NO_RIGHT })
    expect(await as(OURS, `truncate ${name}`)).toEqual({ refused: NO_RIGHT })
    expect(await find()).toEqual(before)
  })

  test('cannot be read or deleted while no business is named', async () => {
    expect(await as(undefined, `select from ${name}`)).toSatisfy(nothing)
    expect(await as(undefined, `delete from ${name}`)).toSatisfy(nothing)
  })
})

test('every table that belongs to businesses is walled off, also from its owner', () => {
  expect(tables.filter(({ key, isWalled }) => key && !isWalled).map(({ name }) => name)).toEqual([])
})

test('a table without a business is known here, with the reason', async () => {
  expect(
    tables
      .filter(({ key }) => !key)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(SHARED).toSorted())
  const rights = await owner.query<{ name: string }>(
    `
    select distinct table_name as name from information_schema.role_table_grants
    where grantee in ('goodword_tenant', 'PUBLIC') and table_schema = 'public' and table_name = any($1)`,
    [Object.keys(SHARED)],
  )
  expect(rights.rows.map(({ name }) => name).toSorted()).toEqual([
    'found_texts',
    'platform_opt_outs',
    'recovery',
    'schema_functions',
    'schema_migrations',
  ])
  expect(await as(OURS, 'delete from platform_opt_outs')).toEqual({ refused: NO_RIGHT })
})

test('the role of a business owns nothing, cannot log in, bypass row security or become another role', async () => {
  const { rows } = await owner.query(`
    select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb,
           (select count(*)::int from pg_class where relowner = r.oid) as owns,
           (select count(*)::int from pg_auth_members where member = r.oid) as memberships
    from pg_roles r where rolname = 'goodword_tenant'`)
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolbypassrls: false,
      rolcanlogin: false,
      rolcreaterole: false,
      rolcreatedb: false,
      owns: 0,
      memberships: 0,
    },
  ])
})

test('no function lends a business the rights of another, but those known here', async () => {
  const { rows } = await owner.query<{ name: string }>(`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by proname`)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(DEFINERS))
  const { rows: lent } = await owner.query<{ name: string }>(`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
      and has_function_privilege('goodword_tenant', oid, 'execute')`)
  expect(lent.map(({ name }) => name)).toEqual(['enqueue_job'])
})
