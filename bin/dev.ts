import { EnvError, readEnv } from '../server/platform/process/env.ts'
import { ensureWebBuilt } from './build-web.ts'
import { claimFolder } from './claim-folder.ts'
import { refuseTakenPorts } from './start/refuse-taken-ports.ts'
import { startProduct } from './start/start-product.ts'
import { welcome } from './start/welcome.ts'

/**
 * The product as `npm start` runs it, for development: api, worker and sandbox restart when one of their files
 * changes, and Vite stands in front of the api, at the address of the product, with the screens as they are in web/.
 */
const dev = async () => {
  const env = readEnv()
  const apiPort = env.PORT + 1
  await claimFolder(env.DATA_DIR)
  await refuseTakenPorts(env)
  await refuseTakenPorts({ ...env, PORT: apiPort })
  console.log('Starting Goodword, to be worked on …')
  // The api serves what lies outside the screens from the built ones, and does not start without them.
  await ensureWebBuilt()
  const isOurDatabase = await startProduct(env, {
    programs: { sandbox: 'sandbox/main.ts', worker: 'server/worker.ts', api: 'server/api.ts' },
    execArgv: ['--watch', '--watch-preserve-output'],
    settings: { PUBLIC_URL: env.PUBLIC_URL },
    apiSettings: { PORT: String(apiPort) },
    beside: { vite: 'bin/web/dev-web.ts' },
  })
  console.log(welcome(env, isOurDatabase ? env.DATA_DIR : undefined))
  console.log(
    `  The api itself listens on http://localhost:${apiPort}. After a change of SQL, start this again.\n`,
  )
}

dev().catch((cause: unknown) => {
  console.error(cause instanceof EnvError ? cause.message : cause instanceof Error ? cause.message : cause)
  process.exit(1)
})
