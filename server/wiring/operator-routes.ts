import { sql } from 'kysely'
import { timingSafeEqual } from 'node:crypto'
import { SCHEMA_FOLDER } from '../database/schema-folder.ts'
import { sha256 } from '../platform/seal.ts'
import type { Http } from '../platform/http/http.ts'
import { readMetrics } from '../platform/process/metrics.ts'
import { pendingMigrations } from '../platform/postgres/migrate.ts'
import type { Parts } from './parts.ts'

/** For the operator's machines: is the process alive, is it ready, what does it read. */
export const registerOperatorRoutes = (app: Http, { db, pool, env, metrics }: Parts): void => {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const pending = await pendingMigrations(pool, SCHEMA_FOLDER).catch(() => undefined)
    if (pending === undefined) return reply.code(503).send({ status: 'no database' })
    if (pending.length > 0) return reply.code(503).send({ status: 'migrations are missing', pending })
    return { status: 'ready' }
  })

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(env.METRICS_TOKEN, request.headers.authorization)) return reply.code(401).send()
    const [shared, depths] = await Promise.all([readMetrics(db, metrics!), readDepths(db)])
    return reply.type('text/plain; version=0.0.4').send(`${shared}\n${depths}`)
  })
}

/** Without a token set, whoever reaches the port may read: keep it on loopback or behind the proxy. */
const mayRead = (token: string | undefined, authorization: string | undefined): boolean =>
  !token || timingSafeEqual(sha256(`Bearer ${token}`), sha256(authorization ?? ''))

const readDepths = async (db: Parts['db']): Promise<string> => {
  const { rows } = await sql<{ name: string; label: string; value: number }>`
    select 'goodword_events_waiting' as name, '' as label, count(*) as value from xero_events where handled_at is null
    union all
    select 'goodword_requests', format('{state="%s"}', state), count(*) from review_requests
      where state in ('scheduled', 'waiting_for_funds') group by state
    union all
    select 'goodword_attempts_open', format('{state="%s"}', state), count(*) from send_attempts
      where state in ('sending', 'retry', 'unknown') group by state
    union all
    select 'goodword_organisations', format('{state="%s"}', state), count(*) from organisations group by state
    union all
    select 'goodword_funds_cents', '{account="available"}', coalesce(sum(available_cents), 0) from balances
    union all
    select 'goodword_funds_cents', '{account="reserved"}', coalesce(sum(reserved_cents), 0) from balances`.execute(
    db,
  )
  const types = [...new Set(rows.map(({ name }) => `# TYPE ${name} gauge`))]
  return [...types, ...rows.map(({ name, label, value }) => `${name}${label} ${value}`), ''].join('\n')
}
