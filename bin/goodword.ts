import { loadProgram } from '../server/platform/process/load-program.ts'

/** The processes, which load nothing of the other commands. */
const PROCESSES: Record<string, () => Promise<unknown>> = {
  api: () => import('../server/wiring/serve-api.ts'),
  worker: () => import('../server/wiring/run-worker.ts'),
  healthy: () => import('./commands/healthy.ts'),
}

const [, , command = '', ...more] = process.argv
const named = more.length === 0 && Object.hasOwn(PROCESSES, command) ? PROCESSES[command] : undefined
await loadProgram(() => named?.() ?? import('./commands/main.ts'))
