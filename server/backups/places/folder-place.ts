import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../../platform/errors.ts'
import { isArchiveName } from '../archive/archive-format.ts'
import type { Place } from './place.ts'

const UNFINISHED = '.unfinished'

/** A folder of this machine, or one that is mounted: only the user who writes may read. */
export const folderPlace = (folder: string): Place => ({
  name: folder,
  write: async (file, bytes, signal) => {
    const path = join(folder, file)
    const unfinished = `${path}${UNFINISHED}`
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeUnfinished(folder)
      await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600, flush: true }), { signal })
      const { size } = await stat(unfinished)
      await rename(unfinished, path)
      await flushFolder(folder)
      return size
    } catch (cause) {
      await rm(unfinished, { force: true }).catch(() => undefined)
      throw inWords(folder, cause)
    }
  },
  read: async (file) => readFile(join(folder, file)),
  list: async () => {
    const names = await readdir(folder).catch((cause: unknown) => {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw inWords(folder, cause)
    })
    return names.filter(isArchiveName).toSorted()
  },
  remove: (file) => rm(join(folder, file), { force: true }),
})

/** One file, wherever it lies. */
const readFile = async (path: string): Promise<Readable> => {
  const file = await open(path).catch((cause: unknown) => {
    throw inWords(path, cause)
  })
  await file.close()
  const bytes = createReadStream(path, { highWaterMark: 256 * 1024 })
  // It may fail before its reader has begun, who finds the error all the same.
  return bytes.on('error', () => undefined)
}

/** Of a process that was killed. Under one lease no other process writes there. */
const removeUnfinished = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder))
    if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { force: true })
}

/** The name itself is on the disk only then. */
const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const WORDS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'it is read-only; under systemd and in a container the folder has to be opened, see docs/BACKUPS.md',
  ENOENT: 'it is not there',
  EISDIR: 'it is a folder',
}

const inWords = (path: string, cause: unknown): unknown => {
  const words = WORDS[(cause as NodeJS.ErrnoException).code ?? '']
  return words ? new Refusal('file', 422, `${path} cannot be used: ${words}.`) : cause
}
