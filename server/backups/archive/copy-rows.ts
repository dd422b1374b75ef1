import { createHash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import pg, { type ClientBase } from 'pg'
import { from, to, type CopyStreamQuery } from 'pg-copy-streams'
import type { Trailer } from './archive-format.ts'
import { createRowSum } from './row-sum.ts'

export type Summary = Trailer['tables'][string]

/** COPY writes a row the same on every server under these. */
export const SAME_EVERYWHERE = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local timezone = 'UTC'; set local extra_float_digits = 1; set local bytea_output = 'hex'`

/** The rows of a query, as COPY writes them; afterwards what they were. */
export async function* copyOut(client: ClientBase, source: string): AsyncGenerator<Buffer, Summary> {
  const hash = createHash('sha256')
  const rowSum = createRowSum()
  let bytes = 0
  const copy = client.query(to(`copy ${source} to stdout`))
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    hash.update(chunk)
    rowSum.add(chunk)
    bytes += chunk.length
    yield chunk
  }
  return { rows: copy.rowCount, bytes, sha256: hash.digest('hex'), rowSum: rowSum.sum() }
}

/** What the rows of a query are, without their bytes. */
export const summarise = async (client: ClientBase, source: string): Promise<Summary> => {
  const rows = copyOut(client, source)
  for (;;) {
    const { done, value } = await rows.next()
    if (done) return value
  }
}

export type Loading = { write: (bytes: Buffer) => Promise<void>; end: () => Promise<Summary> }

/** Takes the rows that COPY wrote. */
export const copyIn = (client: ClientBase, target: string): Loading => {
  const hash = createHash('sha256')
  const rowSum = createRowSum()
  let bytes = 0
  const copy: CopyStreamQuery = client.query(from(`copy ${target} from stdin`))
  const over = finished(copy)
  over.catch(() => undefined)
  return {
    write: (chunk) => {
      hash.update(chunk)
      rowSum.add(chunk)
      bytes += chunk.length
      return Promise.race([
        over,
        new Promise<void>((done, fail) => copy.write(chunk, (cause) => (cause ? fail(cause) : done()))),
      ])
    },
    end: async () => {
      copy.end()
      await over
      return { rows: copy.rowCount, bytes, sha256: hash.digest('hex'), rowSum: rowSum.sum() }
    },
  }
}

type Table = { name: string; columns: string[] }

/** `public."table" ("a", "b")`: into it rows are copied. */
export const columnsOf = ({ name, columns }: Table): string =>
  `public.${pg.escapeIdentifier(name)} (${escaped(columns)})`

/** `(select "a", "b" from public."table")`: out of a partitioned table COPY takes no rows by its name. */
export const rowsOf = ({ name, columns }: Table): string =>
  `(select ${escaped(columns)} from public.${pg.escapeIdentifier(name)})`

const escaped = (columns: string[]): string => columns.map((column) => pg.escapeIdentifier(column)).join(', ')
