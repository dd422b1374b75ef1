import { Refusal } from '../../server/platform/errors.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Ctrl-C and SIGTERM end the work in order, so that it leaves nothing behind; the second ends it at once. */
export const untilStopped = async <Out>(work: (signal: AbortSignal) => Promise<Out>): Promise<Out> => {
  const stop = new AbortController()
  const end = () => stop.abort(new Refusal('stopped', 503, 'Stopped, and nothing was left behind.'))
  for (const signal of SIGNALS) process.once(signal, end)
  try {
    return await work(stop.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, end)
  }
}
