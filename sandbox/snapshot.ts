import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** One stand-in's memory: `save` returns plain JSON, `load` restores it. */
export type Memory = { name: string; save: () => unknown; load: (saved: unknown) => void }

export type Snapshot = { save: () => void; schedule: () => void }

const DEBOUNCE_MS = 1_000
const FORMAT = 1

/** Keeps the memories in one file, which is replaced as a whole, so that a crash never leaves half of one. */
export const openSnapshot = (file: string | undefined, memories: Memory[]): Snapshot => {
  if (!file) return { save: () => undefined, schedule: () => undefined }
  load(file, memories)
  let timer: NodeJS.Timeout | undefined

  const save = () => {
    clearTimeout(timer)
    timer = undefined
    mkdirSync(dirname(file), { recursive: true })
    const saved = Object.fromEntries(memories.map((memory) => [memory.name, memory.save()]))
    writeFileSync(`${file}.new`, JSON.stringify({ format: FORMAT, ...saved }))
    renameSync(`${file}.new`, file)
  }

  return {
    save,
    schedule: () => {
      timer ??= setTimeout(save, DEBOUNCE_MS).unref()
    },
  }
}

const load = (file: string, memories: Memory[]): void => {
  const text = read(file)
  if (text === undefined) return
  const saved = parse(text)
  if (saved?.['format'] !== FORMAT) {
    renameSync(file, `${file}.unreadable`)
    return
  }
  for (const memory of memories) {
    if (saved[memory.name] !== undefined) memory.load(saved[memory.name])
  }
}

const parse = (text: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}
