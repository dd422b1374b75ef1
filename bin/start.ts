import { pathToFileURL } from 'node:url'
import { loadProgram } from '../server/platform/process/load-program.ts'
import { builtProgram } from './built-programs.ts'

await loadProgram(async () => {
  const { ensureProgramsBuilt } = await import('./build-programs.ts')
  await ensureProgramsBuilt().catch((cause: unknown) => {
    console.error(cause instanceof Error ? cause.message : cause)
    process.exit(1)
  })
  return import(pathToFileURL(builtProgram('start')).href)
})
