import type { Pool } from 'pg'
import { Refusal } from '../../platform/errors.ts'
import { refusalOf } from '../../platform/postgres/connections/database-refusal.ts'
import { functionsPutBack } from '../../platform/postgres/schema/apply-functions.ts'
import { judgeSchema } from '../../platform/postgres/schema/schema-fit.ts'
import { isAre, notChecked, ok, wrong, type Check } from './check.ts'

const MOST_CLOCK_MS = 5_000

/**
 * Checks that the database answers and is up to date, has the roles that we act as, and that its clock
 * agrees with ours. `pool` connects as the user of DATABASE_URL.
 */
export const checkDatabase = async (
  pool: Pool,
  { schema, now }: { schema: string; now: () => number },
): Promise<Check[]> => {
  const began = now()
  let server: { called: string; name: string; at: Date; readOnly: boolean }
  try {
    const { rows } = await pool.query(
      `select current_setting('server_version') as called, current_database() as name, clock_timestamp() as at,
              current_setting('default_transaction_read_only')::boolean as "readOnly"`,
    )
    server = rows[0]
  } catch (cause) {
    return [wrong('database', whyUnreached(cause)), ...unseen()]
  }
  const aheadMs = server.at.getTime() - (began + now()) / 2
  return [
    server.readOnly
      ? TAKES_NO_WRITES
      : ok('database', `PostgreSQL ${server.called}, database ${server.name}`),
    await checkMigrations(pool, schema),
    await checkRoles(pool),
    await checkLogin(pool),
    Math.abs(aheadMs) > MOST_CLOCK_MS
      ? wrong('clock', `the database’s differs from ours by ${Math.round(aheadMs / 1000)} s: set both by NTP`)
      : ok('clock', `agrees with the database’s within ${MOST_CLOCK_MS / 1000} s`),
  ]
}

const TAKES_NO_WRITES = wrong(
  'database',
  'it takes no writes (default_transaction_read_only is on): nothing is kept or sent until it is off again',
)

const unseen = (): Check[] =>
  ['migrations', 'roles', 'login', 'clock'].map((name) => notChecked(name, 'the database cannot be reached'))

const checkMigrations = async (pool: Pool, folder: string): Promise<Check> => {
  const fit = await judgeSchema(pool, folder)
  if (!fit.fits) return wrong('migrations', fit.why)
  if (fit.newer.length > 0)
    return ok(
      'migrations',
      `the database is of a newer version (${fit.newer.join(', ')}), which fits this one`,
    )
  const putBack = await functionsPutBack(pool, folder)
  if (putBack.length > 0)
    return wrong(
      'migrations',
      `${isAre(putBack.length, 'function is', 'functions are')} not this version’s (${putBack.join(', ')}), as after ` +
        'a command of 0.1.0: see that none of it runs any more, and run `goodword migrate`',
    )
  return fit.unfinished.length > 0
    ? ok(
        'migrations',
        `${fit.unfinished.join(', ')} to come: run \`goodword migrate --finish\` once no older process is left`,
      )
    : ok('migrations', 'all are applied')
}

const ROLES = ['goodword_tenant', 'goodword_system']

const checkRoles = async (pool: Pool): Promise<Check> => {
  const { rows } = await pool.query<{ role: string; member: boolean | null; login: string }>(
    `select role, current_user as login,
            case when to_regrole(role) is not null then pg_has_role(current_user, role, 'set') end as member
     from unnest($1::text[]) as role`,
    [ROLES],
  )
  const lost = rows.filter(({ member }) => !member)
  const [first] = lost
  if (!first) return ok('roles', `${rows[0]!.login} may act as ${ROLES.join(' and ')}`)
  return first.member === null
    ? wrong('roles', `there is no role ${first.role}: run \`goodword migrate\` as a user with CREATEROLE`)
    : wrong('roles', `${first.login} may not act as ${first.role}: grant ${first.role} to ${first.login}`)
}

/** Whether the login owns the schema and, where it does not, whether it may use the job queue. */
const checkLogin = async (pool: Pool): Promise<Check> => {
  const { rows } = await pool.query<{ login: string; owns: boolean; queues: boolean }>(
    `select current_user as login,
            coalesce((select pg_has_role(tableowner, 'usage') from pg_tables
                      where schemaname = 'public' and tablename = 'schema_migrations'), false) as owns,
            coalesce((select pg_has_role(oid, 'usage') from pg_roles where rolname = 'goodword_jobs'), false) as queues`,
  )
  const { login, owns, queues } = rows[0]!
  if (owns)
    return ok('login', `${login} owns the schema: a login that does not is safer, see docs/OPERATIONS.md`)
  return queues
    ? ok('login', `${login} does not own the schema, and may use the job queue`)
    : wrong('login', `${login} may not use the job queue: run \`goodword migrate\` with MIGRATE_DATABASE_URL`)
}

/** Whether connections really act as our role: a pooler may drop what they ask for, or lead to a standby. */
export const checkActing = async (pool: Pool): Promise<Check> => {
  try {
    const { rows } = await pool.query<{ acting: string }>('select current_user as acting')
    return ok('acting role', `connections act as ${rows[0]!.acting}`)
  } catch (cause) {
    return wrong('acting role', refusalOf(cause) ?? (cause as Error).message)
  }
}

/** The driver has no code for these. */
const DRIVERS_TIMEOUTS =
  /^(timeout expired$|timeout exceeded when trying|Connection terminated due to connection timeout)/
const TOO_LATE =
  'no connection was made in time: check DATABASE_URL, that PostgreSQL runs, and whether its machine or this one is too busy'

const whyUnreached = (cause: unknown): string => {
  if (cause instanceof Refusal) return cause.message
  // Where a name has several addresses Node's error has no words of its own.
  const { message, code } = cause as { message?: string; code?: string }
  const words = message || code || 'no connection'
  if (DRIVERS_TIMEOUTS.test(words)) return TOO_LATE
  return refusalOf(cause) ?? `${words}: check DATABASE_URL and that PostgreSQL runs`
}
