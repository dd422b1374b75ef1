import { createHash } from 'node:crypto'
import { pipeline, Writable } from 'node:stream'
import { pipeline as pipelineDone } from 'node:stream/promises'
import { PROCESS_ROLE } from '../../database/database.ts'
import { createClient, UNHURRIED } from '../../platform/postgres/connections/pool.ts'
import { Refusal } from '../../platform/errors.ts'
import { sealArchive } from '../archive/archive-codec.ts'
import { archiveName, type Header } from '../archive/archive-format.ts'
import type { Place } from '../places/place.ts'
import { readSnapshot } from './read-snapshot.ts'
import { hangUp, STALL_MS, watchForStall, type StallWatch } from '../stall.ts'

export type Taking = {
  databaseUrl: string
  place: Place
  recipients: string[]
  /** Ends it when aborted, and leaves nothing. */
  signal?: AbortSignal | undefined
  stallMs?: number
  /** Called when the moment of the snapshot is known. */
  begun?: (name: string, takenAt: Date) => Promise<void>
}

export type Taken = { name: string; header: Header; bytes: number; seconds: number }

/**
 * Writes everything as it is at one moment to a place, and reads it back: the file has the bytes that were sent. Throws
 * Refusal where it cannot be done; then nothing is left there.
 */
export const takeBackup = async (taking: Taking): Promise<Taken> => {
  const { databaseUrl, place, recipients, begun, stallMs = STALL_MS } = taking
  const stop = new AbortController()
  const watch = watchForStall(stallMs, (why) => stop.abort(why))
  const aborted = () => stop.abort(new Refusal('backup', 503, 'The process ends.'))
  taking.signal?.addEventListener('abort', aborted)
  if (taking.signal?.aborted) aborted()
  const beganAt = performance.now()
  const client = createClient(databaseUrl, { role: PROCESS_ROLE, patience: UNHURRIED })
  // A connection that hangs is closed from this side.
  stop.signal.addEventListener('abort', () => hangUp(client))
  let written: string | undefined
  try {
    await client.connect()
    const { header, entries } = await readSnapshot(client, watch)
    const name = archiveName(header.takenAt)
    await begun?.(name, header.takenAt)
    const sent = createHash('sha256')
    const sealed = await sealArchive(entries, recipients)
    const watched = pipeline(
      sealed,
      watch.flow((chunk) => sent.update(chunk)),
      () => undefined,
    )
    written = name
    const bytes = await place.write(name, watched, stop.signal)
    await readBack(place, name, { sent: sent.digest('hex'), watch, signal: stop.signal })
    return { name, header, bytes, seconds: (performance.now() - beganAt) / 1000 }
  } catch (cause) {
    // What was not read back must not lie there as one of the good ones.
    if (written) await place.remove(written).catch(() => undefined)
    throw stop.signal.aborted ? stop.signal.reason : cause
  } finally {
    watch.end()
    taking.signal?.removeEventListener('abort', aborted)
    await client.end().catch(() => undefined)
  }
}

type ReadingBack = { sent: string; watch: StallWatch; signal: AbortSignal }

/** What no private key is needed for: a disk or a store that lost something shows it here. */
const readBack = async (place: Place, name: string, { sent, watch, signal }: ReadingBack): Promise<void> => {
  const hash = createHash('sha256')
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipelineDone(
    await place.read(name),
    watch.flow((chunk) => hash.update(chunk)),
    nowhere,
    { signal },
  )
  if (hash.digest('hex') === sent) return
  throw new Refusal('backup', 502, `${place.name} does not give back what was written to it.`)
}
