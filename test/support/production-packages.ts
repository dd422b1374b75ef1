import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Preloaded with `--import`: a process then finds only the packages that `npm ci --omit=dev` installs, as the lock file
 * lists them, and is refused every other.
 */
const ROOT = join(import.meta.dirname, '../..')

type Locked = { dev?: boolean; devOptional?: boolean }

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

const isInstalled = (folder: string): boolean => {
  const locked = packages[folder]
  return locked !== undefined && !locked.dev && !locked.devOptional
}

/** 'node_modules/a/node_modules/@b/c' of a file below it; undefined for a file of ours. */
const packageOf = (url: string): string | undefined => {
  if (!url.startsWith('file:')) return undefined
  const path = relative(ROOT, fileURLToPath(url)).replaceAll('\\', '/')
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
}

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    const folder = packageOf(found.url)
    if (folder === undefined || isInstalled(folder)) return found
    const cause = new Error(`A production install leaves ${folder} out, which ${context.parentURL} imports.`)
    throw Object.assign(cause, { code: 'ERR_MODULE_NOT_FOUND' })
  },
})
