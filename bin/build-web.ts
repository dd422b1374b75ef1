import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
export const WEB_FOLDER = join(root, 'dist', 'web')
const STAMP = join(WEB_FOLDER, '.source-hash')
const SOURCES = ['web', 'contracts', 'package-lock.json', 'vite.config.ts', 'bin/web-build-plugins.ts']

/** Builds the screens into dist/web unless what is there was built from these very sources. True when it built. */
export const ensureWebBuilt = async (): Promise<boolean> => {
  const hash = hashSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return false
  const { build } = await loadVite()
  const fresh = `${WEB_FOLDER}-${process.pid}`
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } })
  writeFileSync(join(fresh, '.source-hash'), hash)
  putInPlace(fresh)
  return true
}

/** At once, so that whoever starts meanwhile finds the old screens or the new ones, never half of them. */
const putInPlace = (fresh: string): void => {
  const old = `${fresh}-old`
  if (existsSync(WEB_FOLDER)) renameSync(WEB_FOLDER, old)
  renameSync(fresh, WEB_FOLDER)
  rmSync(old, { recursive: true, force: true })
}

const hashSources = (): string => {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((source) => filesOf(join(root, source)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

const filesOf = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesOf(join(path, name)))
    : [path]

const loadVite = async (): Promise<typeof import('vite')> => {
  try {
    return await import('vite')
  } catch (cause) {
    throw new Error('The screens are not built, and Vite is not installed here: run `npm run build` first.', {
      cause,
    })
  }
}

if (import.meta.main) {
  console.log((await ensureWebBuilt()) ? 'Built dist/web.' : 'dist/web is up to date.')
}
