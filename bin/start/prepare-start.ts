import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { BUILT, COMPILED } from '../../server/platform/process/load-program.ts'
import { HELD } from '../../server/platform/process/process-life.ts'
import { ensureProgramsBuilt } from '../build-programs.ts'
import { ensureWebBuilt } from '../build-web.ts'
import { ROOT } from '../build-if-changed.ts'
import { builtProgram, PROGRAMS } from '../built-programs.ts'
import { prepareCluster } from './prepared-cluster.ts'

/** Builds screens and programs, compiles these, and makes a cluster with the schema. */
export const prepareStart = async (): Promise<void> => {
  await Promise.all([ensureWebBuilt(), ensureProgramsBuilt().then(compilePrograms), prepareCluster()])
}

/** A held program that nobody tells anything loads its code, writes down what was compiled, and ends. */
const compilePrograms = async (): Promise<void> => {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED }
  for (const args of [[PROGRAMS.api, BUILT], [PROGRAMS.worker, BUILT], [builtProgram('sandbox')]])
    await once(spawn(process.execPath, [...args, HELD], { cwd: ROOT, env, stdio: 'ignore' }), 'exit')
}
