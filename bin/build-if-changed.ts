import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '..')
const STAMP = '.sources'

/**
 * Builds `folder` unless what is there was built from these very sources. True when it built. `build` writes into the
 * folder that it is given.
 */
export const buildIfChanged = async (
  folder: string,
  sources: string[],
  build: (fresh: string) => Promise<void>,
): Promise<boolean> => {
  const files = sources.flatMap((source) => filesOf(join(ROOT, source)))
  const stamp = join(folder, STAMP)
  const [seen, read] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : []
  const looks = looksOf(files)
  // As they were left: nothing is read.
  if (looks === seen) return false
  const words = wordsOf(files)
  if (words === read) {
    writeFileSync(stamp, `${looks}\n${words}`)
    return false
  }
  const fresh = `${folder}-${process.pid}`
  await build(fresh)
  writeFileSync(join(fresh, STAMP), `${looks}\n${words}`)
  putInPlace(fresh, folder)
  return true
}

/** In one step, so that a process that starts meanwhile finds the old folder or the new one, never half of them. */
const putInPlace = (fresh: string, folder: string): void => {
  const old = `${fresh}-old`
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(fresh, folder)
  rmSync(old, { recursive: true, force: true })
}

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

/** Without tests. */
const filesOf = (path: string): string[] => {
  if (!statSync(path).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  const names = readdirSync(path).toSorted()
  return names.flatMap((name) => filesOf(join(path, name)))
}
