import { Registry } from 'prom-client'
import { openDb, type Db } from '../database/database.ts'
import { KNOWS, refuseOtherSchema } from '../database/known-schema.ts'
import { rememberHistory } from '../database/remember-history.ts'
import type { Traces } from '../operations/traces/open-traces.ts'
import { organisationDisconnected } from '../flows/accounts/organisation-disconnected.ts'
import { fundsAdded } from '../flows/funds/funds-added.ts'
import { replanTurns } from '../review-requests/life/release-requests.ts'
import { cancelExcluded } from '../review-requests/sending/cancel-excluded.ts'
import { sellerOf } from '../payments/receipts/seller.ts'
import { readDatabaseClock, sqlNow } from '../platform/postgres/connections/database-clock.ts'
import { embeddedUrl } from '../platform/postgres/embedded/embedded-postgres.ts'
import { AT_LENGTH, BACKGROUND, DOOR } from '../platform/postgres/connections/pool.ts'
import { waitForDatabase } from '../platform/postgres/connections/wait-for-database.ts'
import type { Env } from '../platform/process/env.ts'
import { createLog, type Log } from '../platform/process/log.ts'
import { watchPauses } from '../platform/process/watch-pauses.ts'
import { watchFailing } from '../platform/metrics/failing-calls.ts'
import { startMetrics } from '../platform/metrics/metrics.ts'
import { watchCalls } from '../platform/metrics/vendor-calls.ts'
import { readDsn } from '../platform/reporting/dsn.ts'
import { openReports } from '../platform/reporting/reports.ts'
import { createSealer } from '../platform/seal.ts'
import { nameOfPlace } from '../backups/places/place.ts'
import { createDepthGauges } from './depth-gauges.ts'
import { createProcessMetrics, type ProcessMetrics } from './process-metrics.ts'
import { createProductMetrics } from './product-metrics.ts'
import { vendorAddresses } from './vendor-addresses.ts'
import { createVendors, isLive } from './vendors.ts'
import { openPhoneHash } from '../texts/phones/phone-hash.ts'
import { canReceive } from '../texts/sender-rules.ts'

/**
 * Where a worker stood still for so long, its primary may have stood still with it and been replaced, and go on as the
 * primary for a moment, or for good: whoever saw its successor raises the fence first (decision 43).
 */
const PAUSE = { longestMs: 10_000, restMs: 10_000 }

export type Parts = Awaited<ReturnType<typeof openParts>>

/** What every process of the product uses: the settings, the database, the vendors, the readings. */
export const openParts = async (...settings: Parameters<typeof createParts>) => {
  const parts = createParts(...settings)
  // There is nothing to close yet, so a parent that ends meanwhile just ends this process.
  const leave = () => process.exit(0)
  process.once('disconnect', leave)
  const { databaseUrl, log, db, sealer } = parts
  const begin = async () => {
    // A command has done so before.
    const newer = parts.metrics ? await refuseOtherSchema(databaseUrl) : []
    if (newer.length > 0)
      log.warn({ newer }, 'the database is of a newer version, with which this one may run')
    return openPhoneHash(db, sealer)
  }
  // A command waits for no database: it fails in one line.
  const hashPhone = await (parts.metrics ? waitForDatabase(databaseUrl, log, begin) : begin()).catch(
    async (cause: unknown) => {
      // Open connections would keep a command from ending; a process is ended by whoever started it.
      if (!parts.metrics) await parts.close()
      throw cause
    },
  )
  process.off('disconnect', leave)
  return { ...parts, hashPhone }
}

/** The same without the parts that need a query to the database. */
export const createParts = (
  env: Env,
  kind: 'api' | 'worker' | 'cli',
  connections: number,
  clock: () => Date = () => new Date(),
  patience = PATIENCE[kind],
) => {
  const registry = new Registry()
  const own = createProcessMetrics(registry, kind)
  const reports = kind === 'cli' ? undefined : openReportsIfWanted(env, kind, own.recordReport)
  const log = createLog(kind, env.LOG_LEVEL, reports?.note)
  const databaseUrl = databaseUrlOf(env)
  const { db, pool, close } = openDb(databaseUrl, {
    max: connections,
    byKey: kind === 'worker',
    sparing: kind === 'worker' ? sparingFor(env) : undefined,
    patience,
    onError: (cause) => log.warn({ err: cause }, 'a database connection was lost'),
    onClosed: own.recordClosed,
    ...(kind !== 'cli' && { greet: rememberHistory() }),
  })
  own.watchPool(pool)
  const failing = watchFailing()
  const calls = watchCalls(vendorAddresses(env), (vendor, answer, seconds) => {
    own.recordCall(vendor, answer, seconds)
    failing.note(vendor, answer)
  })
  const sealer = createSealer(env.ENCRYPTION_KEYS)
  const traces = kind === 'cli' ? undefined : tracesIfWanted(env, { db, log, process: kind })
  const metrics =
    kind === 'cli'
      ? undefined
      : startMetrics(db, {
          id: crypto.randomUUID(),
          kind,
          registry,
          log,
          knows: KNOWS,
          clockAhead: own.recordClock,
        })
  const stoodStill = (ms: number) =>
    log.warn(
      { seconds: Math.round(ms / 1000) },
      'this process stood still, and what it waited for may fail now',
    )
  const isRested = kind === 'cli' ? () => true : watchPauses({ ...PAUSE, stoodStill })
  const { close: closeVendors, ...vendors } = createVendors(env, clock)
  return {
    env,
    log,
    databaseUrl,
    db,
    pool,
    sealer,
    metrics,
    product: createProductMetrics(registry, traces?.note),
    own,
    traces,
    failing,
    depths: createDepthGauges(db, env.BACKUP_TO && nameOfPlace(env.BACKUP_TO)),
    ...vendors,
    fundsAdded,
    exclusionsChanged: cancelExcluded,
    hoursChanged: replanTurns,
    organisationDisconnected,
    clock,
    /** For what reads everything, on connections of its own. */
    atLength: AT_LENGTH,
    /** Whether texts, mails and charges may be claimed now. */
    isRested: kind === 'worker' ? isRested : () => true,
    databaseNow: () => readDatabaseClock(db),
    sqlNow,
    prices: env.SMS_PRICES,
    seller: sellerOf(env),
    isLive: isLive(env),
    publicUrl: env.PUBLIC_URL,
    /** A sender that has a number can receive STOP; a name cannot. */
    isTwoWay: env.TWILIO_MESSAGING_SERVICE_SID !== undefined || canReceive(env.TWILIO_FROM ?? ''),
    close: async () => {
      await metrics?.leave().catch((cause: unknown) => {
        log.warn({ err: cause }, 'the last readings could not be shared: what was counted in seconds is lost')
      })
      await closeVendors()
      calls.stop()
      await traces?.close()
      await close()
      await reports?.close()
    },
  }
}

const openReportsIfWanted = (env: Env, kind: string, count: ProcessMetrics['recordReport']) => {
  const dsn = env.SENTRY_DSN ? readDsn(env.SENTRY_DSN) : undefined
  return dsn && openReports({ dsn, process: kind, environment: env.GOODWORD_MODE, count })
}

/** Not even loaded unless it is wanted. */
const tracesIfWanted = (env: Env, deps: { db: Db; log: Log; process: string }): Traces | undefined => {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return undefined
  const loaded = import('../operations/traces/open-traces.ts').then(({ openTraces }) =>
    openTraces({ ...deps, endpoint, headers: env.OTEL_EXPORTER_OTLP_HEADERS }),
  )
  return {
    note: (attemptId) => void loaded.then((traces) => traces.note(attemptId)),
    close: async () => (await loaded).close(),
  }
}

/** Enough where processors are few; where the database is far away, whoever waits opens more. */
const sparingFor = ({ WORKER_CONCURRENCY: runs }: Env) => ({
  enough: Math.ceil(runs / 4),
  patienceMs: 500,
  longestMs: 2_000,
})
const PATIENCE = { api: DOOR, worker: BACKGROUND, cli: AT_LENGTH }

const databaseUrlOf = (env: Env): string => {
  const url = env.DATABASE_URL ?? embeddedUrl(env.DATA_DIR)
  if (!url)
    throw new Error('DATABASE_URL is not set, and no embedded PostgreSQL was started: run `npm start`.')
  return url
}
