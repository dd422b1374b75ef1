import { constants, enableCompileCache, flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { collectSeldom } from './old-generation.ts'
import { limitYoungGeneration, withoutGrowth } from './young-generation.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const COMPILED = join(ROOT, 'node_modules/.cache/compiled')

/** The argument of a program that is to run what was built of it. */
export const BUILT = '--built'

/**
 * Loads a program by what earlier starts have compiled, which saves memory and half of the time. V8 takes that only
 * from a process with the same flags: every program is loaded by this, or they overwrite it for each other for ever.
 * `built` names the file in dist/programs that says the same as `load`.
 */
export const loadProgram = async (load: () => Promise<unknown>, built?: string): Promise<void> => {
  collectSeldom()
  const { status } = enableCompileCache(COMPILED)
  // Of an installation that belongs to another user.
  if (status === constants.compileCacheStatus.FAILED) enableCompileCache(join(tmpdir(), 'node-compile-cache'))
  const isBuilt = built !== undefined && process.argv.includes(BUILT)
  await loadMore(isBuilt ? () => import(pathToFileURL(join(ROOT, 'dist/programs', built)).href) : load)
  limitYoungGeneration()
}

/**
 * Loads a part of it, maybe later, with the same flags as all others do: else what they have compiled would not be
 * taken, and be written anew for this one, which the next of them would not take.
 */
export const loadMore = <Module>(load: () => Promise<Module>): Promise<Module> =>
  // Loading leaves so much garbage that V8 would grow its young generation for good: 25 MB that nothing needs at rest.
  withoutGrowth(async () => {
    const loaded = await load()
    // Now and not at the end, when it would hold every function that ran meanwhile: 15 MB more in each later process.
    flushCompileCache()
    return loaded
  })

const FREED_AFTER_MS = 1_000

/**
 * What starting has left is 10 MB that V8 would keep as long as nothing presses. Stops the process for 50 ms, a second
 * from now: whoever runs `npm start` waits for api and worker on the same processors.
 */
export const freeWhatStartingLeft = (): void => {
  const free = (): void => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (how: object) => void
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
  setTimeout(free, FREED_AFTER_MS).unref()
}
