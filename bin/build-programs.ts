import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'rolldown'
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
    plugins: [{ name: 'where-sources-lie', transform: whereSourcesLie }, HTTP_AS_REQUIRED, IN_ASCII],
  })
  const { output } = await bundle.write({ dir: folder, format: 'esm', chunkFileNames: '[name]-[hash].js' })
  await bundle.close()
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  writeFileSync(join(folder, LICENCES), licencesOf(modules))
}

const REQUIRED_HTTP = '\0required:node:http'

/** Node's `http` offers a WebSocket too: an import loads it, and the whole of `fetch` with it; a require does not. */
const HTTP_AS_REQUIRED: Plugin = {
  name: 'http-as-required',
  resolveId: (id, _importer, { kind }) =>
    /^(node:)?http$/.test(id) && kind !== 'require-call' ? REQUIRED_HTTP : undefined,
  load: (id) => (id === REQUIRED_HTTP ? requiredHttp() : undefined),
}

const requiredHttp = (): string => {
  const http = createRequire(import.meta.url)('node:http') as object
  const named = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) =>
    get ? [] : [name],
  )
  return `import { createRequire } from 'node:module'
const http = createRequire(import.meta.url)('node:http')
export default http
export const { ${named.join(', ')} } = http
`
}

/** Of our own: what lies beside a source file is found there. */
const whereSourcesLie = (code: string, id: string): string | undefined => {
  if (!code.includes('import.meta.dirname') || id.includes('node_modules')) return undefined
  const way = JSON.stringify(relative(PROGRAMS_FOLDER, dirname(id)))
  const here = `process.getBuiltinModule('node:path').join(import.meta.dirname, ${way})`
  return code.replaceAll('import.meta.dirname', here)
}

/**
 * V8 keeps a source with one other letter in it at two bytes each, and reading it takes longer: these are escaped.
 * The `String.raw` with such letters are regular expressions, in which an escape says the same.
 */
const IN_ASCII: Plugin = {
  name: 'in-ascii',
  // Not before: what removes unused code writes strings as they are.
  generateBundle: (_options, bundle) => {
    for (const part of Object.values(bundle)) if (part.type === 'chunk') part.code = inAscii(part.code)
  },
}

/** A backslash before such a letter says nothing, and would turn the escape into plain text. */
const inAscii = (code: string): string =>
  code.replaceAll(
    /(\\*)([^\0-\x7F])/g,
    (_, slashes: string, unit: string) =>
      `${slashes.slice(slashes.length % 2)}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

if (import.meta.main) {
  console.log((await ensureProgramsBuilt()) ? 'Built dist/programs.' : 'dist/programs is up to date.')
}
