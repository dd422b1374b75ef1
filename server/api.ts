import { loadProgram } from './platform/process/load-program.ts'

await loadProgram(() => import('./wiring/serve-api.ts'), 'serve-api.js')
