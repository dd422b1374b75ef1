import { writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { buildIfChanged, ROOT } from './build-if-changed.ts'
import { licencesOf } from './build-licences.ts'
import { LICENCES, LOADED_AS_THEY_ARE, PROGRAMS, PROGRAMS_FOLDER } from './built-programs.ts'

const SOURCES = ['bin', 'contracts', 'sandbox', 'server', 'package-lock.json']

/** Builds dist/programs unless what is there was built from these very sources. True when it built. */
export const ensureProgramsBuilt = (): Promise<boolean> =>
  buildIfChanged(PROGRAMS_FOLDER, { sources: SOURCES, build, keepsOlder: true })

const build = async (folder: string): Promise<void> => {
  // Only where something is built: it takes longer than all else here.
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, file]) => [name, join(ROOT, file)])),
    cwd: ROOT,
    platform: 'node',
    external: (id) => LOADED_AS_THEY_ARE.some((name) => id === name || id.startsWith(`${name}/`)),
    checks: { eval: false },
    plugins: [{ name: 'where-sources-lie', transform: whereSourcesLie }],
  })
  const { output } = await bundle.write({ dir: folder, format: 'esm', chunkFileNames: '[name]-[hash].js' })
  await bundle.close()
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  writeFileSync(join(folder, LICENCES), licencesOf(modules))
}

/** Of our own: what lies beside a source file is found there. */
const whereSourcesLie = (code: string, id: string): string | undefined => {
  if (!code.includes('import.meta.dirname') || id.includes('node_modules')) return undefined
  const way = JSON.stringify(relative(PROGRAMS_FOLDER, dirname(id)))
  const here = `process.getBuiltinModule('node:path').join(import.meta.dirname, ${way})`
  return code.replaceAll('import.meta.dirname', here)
}

if (import.meta.main) {
  console.log((await ensureProgramsBuilt()) ? 'Built dist/programs.' : 'dist/programs is up to date.')
}
