import { resolve } from 'node:path'
import type { Readable } from 'node:stream'

/** Where backups lie. Throws Refusal where something is wrong that the operator can put right. */
export type Place = {
  /** As the operator wrote it: a folder, or `s3://bucket/folder`. */
  name: string
  /** Appears under its name only once it is whole. Returns how many bytes it has. */
  write: (file: string, bytes: Readable, signal: AbortSignal) => Promise<number>
  read: (file: string) => Promise<Readable>
  /** Names of backups, oldest first. */
  list: () => Promise<string[]>
  remove: (file: string) => Promise<void>
}

/** As its backups are on record. */
export const nameOfPlace = (name: string): string =>
  name.startsWith('s3://') ? name.replace(/\/+$/, '') : resolve(name)
