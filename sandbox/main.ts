import { loadProgram } from '../server/platform/process/load-program.ts'

await loadProgram(() => import('./run-sandbox.ts'))
