import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { HELD } from '../../server/platform/process/process-life.ts'
import { ensureProgramsBuilt } from '../build-programs.ts'
import { ensureWebBuilt } from '../build-web.ts'
import { builtProgram } from '../built-programs.ts'
import { prepareCluster } from './prepared-cluster.ts'

/** Builds screens and programs, compiles these, and makes a cluster with the schema. */
export const prepareStart = async (): Promise<void> => {
  await Promise.all([ensureWebBuilt(), ensureProgramsBuilt().then(compilePrograms), prepareCluster()])
}

/** A held program that nobody will tell to go loads its code, writes down what was compiled, and ends. */
const compilePrograms = async (): Promise<void> => {
  for (const name of ['api', 'worker', 'sandbox'] as const)
    await once(spawn(process.execPath, [builtProgram(name), HELD], { stdio: 'ignore' }), 'exit')
}
