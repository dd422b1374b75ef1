import { loadProgram } from '../server/platform/process/load-program.ts'

await loadProgram(() => import('./commands/main.ts'))
