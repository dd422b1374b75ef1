import { loadProgram } from './platform/process/load-program.ts'

await loadProgram(() => import('./wiring/run-worker.ts'), 'run-worker.js')
