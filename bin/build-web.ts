import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged, ROOT } from './build-if-changed.ts'

export const WEB_FOLDER = join(ROOT, 'dist', 'web')
const SOURCES = ['web', 'contracts', 'package-lock.json', 'vite.config.ts', 'bin/web']

/** Builds the screens into dist/web unless what is there was built from these very sources. True when it built. */
export const ensureWebBuilt = (): Promise<boolean> =>
  buildIfChanged(WEB_FOLDER, { sources: SOURCES, build: runVite })

/** In processes of their own: under a test runner Vite would build React's slow development form. */
const runVite = async (outDir: string): Promise<void> => {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  if (!existsSync(vite)) {
    throw new Error('The screens are not built, and Vite is not installed here: run `npm run build` first.')
  }
  await run([vite, 'build', '--logLevel', 'warn', '--outDir', outDir])
  await run([join(import.meta.dirname, 'web/build-before.ts'), outDir])
}

const run = async (args: string[]): Promise<void> => {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The screens could not be built: the reason is above.')
}

if (import.meta.main) {
  console.log((await ensureWebBuilt()) ? 'Built dist/web.' : 'dist/web is up to date.')
}
