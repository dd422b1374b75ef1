import { Transform } from 'node:stream'
import type { Client } from 'pg'
import { Refusal } from '../platform/errors.ts'

export const STALL_MS = 120_000

export type StallWatch = {
  /** Passes bytes on, and shows each to `seen`. */
  flow: (seen?: (chunk: Buffer) => unknown) => Transform
  /** For a statement that computes for long before it answers: meanwhile nothing has to flow. */
  during: <Out>(work: Promise<Out>) => Promise<Out>
  end: () => void
}

/** Calls `stalled` where nothing flowed for so long, from now on until its end: what hangs does not say so. */
export const watchForStall = (stallMs: number, stalled: (why: Refusal) => void): StallWatch => {
  const why = new Refusal('backup', 504, `Nothing moved for ${stallMs / 1000} s.`)
  const timer = setTimeout(() => stalled(why), stallMs)
  return {
    flow: (seen = () => undefined) =>
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          seen(chunk)
          timer.refresh()
          done(null, chunk)
        },
      }),
    during: async (work) => {
      const refreshing = setInterval(() => timer.refresh(), stallMs / 2)
      try {
        return await work
      } finally {
        clearInterval(refreshing)
      }
    },
    end: () => clearTimeout(timer),
  }
}

/** Closes a connection from this side, whatever it waits for. */
export const hangUp = (client: Client): void => {
  const { connection } = client as unknown as { connection?: { stream?: { destroy: () => void } } }
  connection?.stream?.destroy()
}
