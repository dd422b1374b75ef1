import { buildApp } from './app.ts'
import { openParts } from './parts.ts'
import { readEnv } from '../platform/process/env.ts'
import { freeWhatStartingLeft } from '../platform/process/load-program.ts'
import { closeOnExit, endAtStart, untilWanted } from '../platform/process/process-life.ts'

const CONNECTIONS = 12

const start = async () => {
  const env = readEnv()
  const parts = await openParts(env, 'api', CONNECTIONS)
  const app = await buildApp(parts)
  await app.listen({ port: env.PORT, host: env.HOST })
  freeWhatStartingLeft()
  process.send?.('ready')
  closeOnExit(parts.log, async () => {
    await app.close()
    await parts.close()
  })
}

untilWanted().then(start).catch(endAtStart)
