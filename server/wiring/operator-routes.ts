import { timingSafeEqual } from 'node:crypto'
import { SCHEMA_FOLDER } from '../database/database.ts'
import { sha256 } from '../platform/seal.ts'
import { withinDeadline } from '../platform/http/within-deadline.ts'
import type { Http } from '../platform/http/http.ts'
import { readMetrics } from '../platform/metrics/metrics.ts'
import { isDatabaseAway } from '../platform/postgres/connections/database-away.ts'
import { judgeSchema } from '../platform/postgres/schema/schema-fit.ts'
import type { Readiness } from '../platform/process/readiness.ts'
import { readDatabaseGauges } from './database-gauges.ts'
import type { Parts } from './parts.ts'

/** For the operator's monitoring: whether the process answers, whether it is ready, and its readings. */
export const registerOperatorRoutes = (
  app: Http,
  { db, pool, env, metrics, depths, databaseUrl }: Parts,
  readiness: Readiness,
): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    if (readiness.isStopping) return reply.code(503).send({ status: 'stopping' })
    const fit = await judgeSchema(pool, SCHEMA_FOLDER).catch(() => undefined)
    if (!fit) return reply.code(503).send({ status: 'no database' })
    if (fit.fits) return { status: 'ready' }
    const { is, why, pending } = fit
    if (is === 'newer') return reply.code(503).send({ status: 'the database is of a newer version', why })
    return reply.code(503).send({ status: 'migrations are missing', pending })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(env.METRICS_TOKEN, request.headers.authorization)) return reply.code(401).send()
    void reply.type('text/plain; version=0.0.4')
    const readings = await Promise.all([
      withinDeadline(readMetrics(db, metrics!)).catch(noneIfAway),
      depths.metrics(),
      readDatabaseGauges(databaseUrl),
    ])
    return reply.send(readings.join('\n'))
  })
}

/** No sums rather than those of this process alone: a counter that falls is taken for one that began anew. */
const noneIfAway = (cause: unknown): string => {
  if (isDatabaseAway(cause)) return ''
  throw cause
}

/** Without a token, which sandbox mode allows, every caller that reaches the port may read. */
const mayRead = (token: string | undefined, authorization: string | undefined): boolean =>
  !token || timingSafeEqual(sha256(`Bearer ${token}`), sha256(authorization ?? ''))
