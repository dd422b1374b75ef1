import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Place = { filename: string; lineno: number }

/** Above the code of each source file the builder writes its name. */
const BUILT = /^dist\/programs\/[\w.-]+\.js$/
const NAME = /^\/\/ ((?:[\w@.+-]+\/)+[\w@.+-]+\.[cm]?[jt]sx?)$/

/**
 * Where a place in a built program comes from: the source file, and the line counted from where its code begins in
 * the program, without what a builder leaves out. Any other place is its own.
 */
export const openPlaces = (root: string): ((place: Place) => Place) => {
  const known = new Map<string, Place[]>()
  return ({ filename, lineno }) => {
    if (!BUILT.test(filename)) return { filename, lineno }
    const begins = known.get(filename) ?? readBegins(join(root, filename))
    known.set(filename, begins)
    const source = begins.findLast((begin) => begin.lineno <= lineno)
    return source ? { filename: source.filename, lineno: lineno - source.lineno } : { filename, lineno }
  }
}

const readBegins = (file: string): Place[] => {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, index) => {
      const filename = NAME.exec(line)?.[1]
      return filename ? [{ filename, lineno: index + 1 }] : []
    })
  } catch {
    return []
  }
}
