import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const ROOT = resolve(import.meta.dirname, '..')
const STAMP = '.sources'
const DAY_MS = 86_400_000

type Build = {
  sources: string[]
  /** Writes into the folder that it is given. */
  build: (fresh: string) => Promise<void>
  /** What runs goes on loading the files that it began with. */
  keepsOlder?: boolean
}

/** Builds `folder` unless what is there was built from these very sources. True when it built. */
export const buildIfChanged = async (
  folder: string,
  { sources, build, keepsOlder = false }: Build,
): Promise<boolean> => {
  const files = sources.flatMap((source) => filesOf(join(ROOT, source)))
  const looks = looksOf(files)
  // As they were left: nothing is read.
  if (looks === readStamp(folder).looks) return false
  const words = wordsOf(files)
  if (words === readStamp(folder).words) {
    noteLooks(folder, looks, words)
    return false
  }
  mayWriteBeside(folder)
  const fresh = `${folder}-${process.pid}`
  await build(fresh)
  writeFileSync(join(fresh, STAMP), `${looks}\n${words}`)
  if (keepsOlder) keepOlder(folder, fresh)
  return putInPlace(fresh, folder, words)
}

const readStamp = (folder: string): { looks?: string | undefined; words?: string | undefined } => {
  const stamp = join(folder, STAMP)
  const [looks, words] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : []
  return { looks, words }
}

/** It spares the next reading, where this user may write there. */
const noteLooks = (folder: string, looks: string, words: string): void => {
  try {
    writeFileSync(join(folder, STAMP), `${looks}\n${words}`)
  } catch {}
}

const mayWriteBeside = (folder: string): void => {
  try {
    mkdirSync(dirname(folder), { recursive: true })
    accessSync(dirname(folder), constants.W_OK)
  } catch {
    throw new Error(
      `${relative(ROOT, folder)} is older than its sources, and this user may not build it: \`npm run build\` by the owner of ${ROOT} does.`,
    )
  }
}

const keepOlder = (folder: string, fresh: string): void => {
  if (!existsSync(folder)) return
  const yesterday = Date.now() - DAY_MS
  for (const name of readdirSync(folder))
    if (!existsSync(join(fresh, name)) && statSync(join(folder, name)).mtimeMs > yesterday)
      linkSync(join(folder, name), join(fresh, name))
}

/** Another may build the same at the same time: whichever is first. */
const putInPlace = async (fresh: string, folder: string, words: string): Promise<boolean> => {
  const old = `${fresh}-old`
  for (let tries = 1; ; tries += 1) {
    try {
      if (existsSync(folder)) renameSync(folder, old)
      renameSync(fresh, folder)
      rmSync(old, { recursive: true, force: true })
      return true
    } catch (cause) {
      if (tries > TRIES) throw cause
      await pause(BETWEEN_MS)
      if (readStamp(folder).words !== words) continue
      rmSync(fresh, { recursive: true, force: true })
      rmSync(old, { recursive: true, force: true })
      return false
    }
  }
}

const TRIES = 50
const BETWEEN_MS = 100

const looksOf = (files: string[]): string => {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${relative(ROOT, file)}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}

const wordsOf = (files: string[]): string => {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** Without tests, and without what editors leave. */
const filesOf = (path: string): string[] => {
  if (!statSync(path).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  const names = readdirSync(path).filter((name) => !name.startsWith('.'))
  return names.toSorted().flatMap((name) => filesOf(join(path, name)))
}
