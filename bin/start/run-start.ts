import { EnvError, readEnv } from '../../server/platform/process/env.ts'
import { ensureWebBuilt } from '../build-web.ts'
import { builtProgram } from '../built-programs.ts'
import { claimFolder } from '../claim-folder.ts'
import { refuseTakenPorts } from './refuse-taken-ports.ts'
import { startProduct } from './start-product.ts'
import { welcome } from './welcome.ts'

/** By names that are relied on from outside, each runs what was built of it. */
const PROGRAMS = { sandbox: builtProgram('sandbox'), worker: 'server/worker.ts', api: 'server/api.ts' }

/** The whole product on one machine: database, api, worker and, in sandbox mode, the stand-ins. */
const start = async () => {
  const env = readEnv()
  await claimFolder(env.DATA_DIR)
  await refuseTakenPorts(env)
  console.log('Starting Goodword …')
  if (await ensureWebBuilt()) console.log('Built the screens.')
  const isOurDatabase = await startProduct(env, { programs: PROGRAMS, isBuilt: true })
  console.log(welcome(env, isOurDatabase ? env.DATA_DIR : undefined))
}

start().catch((cause: unknown) => {
  console.error(cause instanceof EnvError ? cause.message : cause instanceof Error ? cause.message : cause)
  process.exit(1)
})
