import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
export const WEB_FOLDER = join(root, 'dist', 'web')
const STAMP = join(WEB_FOLDER, '.source-hash')
const SOURCES = ['web', 'contracts', 'package-lock.json', 'vite.config.ts', 'bin/web/web-build-plugins.ts']

/** Builds the screens into dist/web unless what is there was built from these very sources. True when it built. */
export const ensureWebBuilt = async (): Promise<boolean> => {
  const hash = hashSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return false
  const fresh = `${WEB_FOLDER}-${process.pid}`
  await runVite(fresh)
  writeFileSync(join(fresh, '.source-hash'), hash)
  putInPlace(fresh)
  return true
}

/** In one step, so that a process that starts meanwhile finds the old screens or the new ones, never half of them. */
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

/** In a process of its own: under a test runner Vite would build React's slow development form. */
const runVite = async (outDir: string): Promise<void> => {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if (!existsSync(vite)) {
    throw new Error('The screens are not built, and Vite is not installed here: run `npm run build` first.')
  }
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', outDir]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The screens could not be built: the reason is above.')
}

if (import.meta.main) {
  console.log((await ensureWebBuilt()) ? 'Built dist/web.' : 'dist/web is up to date.')
}
