import { z } from 'zod'

/**
 * A backup is a tar file, compressed by zstd, encrypted by age: `age -d -i key FILE | zstd -d | tar x` opens it. First
 * comes `header.json`, then the rows of each table as COPY writes them, in parts, and `trailer.json` at the end.
 */
export const FORMAT = 1
const SUFFIX = '.tar.zst.age'
export const HEADER = 'header.json'
export const TRAILER = 'trailer.json'

/** The queue is no table of ours: its jobs are kept by what they are made from. */
export const JOBS = 'jobs'

const table = z.object({ name: z.string(), columns: z.array(z.string()) })

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  /** Of Goodword. */
  version: z.string(),
  takenAt: z.iso.datetime().transform((text) => new Date(text)),
  postgres: z.string(),
  systemId: z.string(),
  timeline: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** What the tables are like, as one hash. */
  schema: z.string(),
  /** The first bytes of the hash of each key of ENCRYPTION_KEYS that something in it is sealed with, in hex. */
  keyIds: z.array(z.string()),
  tables: z.array(table),
})
export type Header = z.infer<typeof headerSchema>

export const trailerSchema = z.object({
  tables: z.record(
    z.string(),
    z.object({ rows: z.number(), bytes: z.number(), sha256: z.string(), rowSum: z.number() }),
  ),
  ledger: z.record(z.string(), z.string()),
})
export type Trailer = z.infer<typeof trailerSchema>

/** A file of the archive: one of the two documents, or a part of a table. */
export type Entry = { name: string; bytes: Buffer }

const PART = /^tables\/([a-z0-9_]+)\/\d+$/
export const partName = (tableName: string, part: number): string =>
  `tables/${tableName}/${String(part).padStart(6, '0')}`
export const tableOfPart = (name: string): string | undefined => PART.exec(name)?.[1]

const NAME = /^goodword-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst\.age$/

/** 'goodword-20261123T161000Z.tar.zst.age' */
export const archiveName = (takenAt: Date): string =>
  `goodword-${takenAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z${SUFFIX}`

export const isArchiveName = (name: string): boolean => NAME.test(name)
