import { buildApp } from './app.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { SCHEMA_FOLDER } from '../database/database.ts'
import { KEPT } from '../platform/postgres/connections/pool.ts'
import { watchSchema } from '../platform/postgres/schema/watch-schema.ts'
import { createReadiness } from '../platform/process/readiness.ts'
import { rehearseDoors } from '../webhooks/rehearse-doors.ts'
import { listenFault } from './listen-fault.ts'
import { openParts } from './parts.ts'
import { limitConnections } from '../platform/http/limit-connections.ts'
import { readEnv } from '../platform/process/env.ts'
import { freeWhatStartingLeft } from '../platform/process/load-program.ts'
import { writeAddress } from '../platform/process/health-file.ts'
import { closeOnExit, endAtStart, sayReady, untilTold } from '../platform/process/process-life.ts'

const CONNECTIONS = 12
/** Not at once: on a small machine the worker starts at the same time, and whoever runs `npm start` waits for both. */
const REHEARSED_AFTER_MS = 2_500

const start = async () => {
  const env = readEnv()
  const parts = await openParts(env, 'api', CONNECTIONS)
  const readiness = createReadiness()
  const app = await buildApp(parts, readiness)
  await app.ready()
  limitConnections(app.server, parts.log)
  await untilTold('serve')
  await app.listen({ port: env.PORT, host: env.HOST }).catch((cause: unknown) => {
    throw listenFault(cause, env)
  })
  writeAddress(env.HEALTH_FILE, env.HOST, env.PORT)
  const watching = watchSchema(parts.pool, SCHEMA_FOLDER, (why) => {
    readiness.refusal = why
    parts.log.error({ why }, 'answers no door any more')
  })
  const rehearsal = setTimeout(() => {
    // Requests have opened as many, and been their rehearsal.
    if (parts.pool.totalCount >= KEPT) return
    rehearseDoors(parts.db).catch((cause: unknown) =>
      parts.log.warn({ err: cause }, 'the doors could not be rehearsed: their first answers take longer'),
    )
  }, REHEARSED_AFTER_MS)
  closeOnExit(parts.log, async (why) => {
    clearTimeout(rehearsal)
    watching.stop()
    readiness.isStopping = true
    // A proxy looks at /readyz now and then: until it has seen this, it goes on sending requests.
    if (why === 'SIGTERM') await pause(env.DRAIN_SECONDS * 1000)
    await app.close()
    await parts.close()
  })
  freeWhatStartingLeft()
  // Last: whoever waits for it may stop this process at once, in order.
  sayReady()
}

untilTold('prepare').then(start).catch(endAtStart)
