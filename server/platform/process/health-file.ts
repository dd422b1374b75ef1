import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'

const ANSWER_MS = 3_000
/** A worker looks for due work every second, and a look that cannot reach the database ends within 20. */
const LONGEST_LOOK_MS = 60_000
const LOOKING = 'looks for work'

/** An api names the address at which it answers, once it does. */
export const writeAddress = (file: string | undefined, host: string, port: number): void => {
  if (!file) return
  const reachable = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host
  writeFileSync(file, `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/healthz`)
}

/** A worker touches the file whenever it begins to look for due work, whether or not the database then answers. */
export const openBeat = (file: string | undefined): (() => void) => {
  if (!file) return () => undefined
  writeFileSync(file, LOOKING)
  return () => {
    const now = new Date()
    utimesSync(file, now, now)
  }
}

/** What is wrong with the process that writes this file, in words; undefined where it is well. */
export const findFault = async (file: string, now = Date.now()): Promise<string | undefined> => {
  if (!file) return 'HEALTH_FILE is not set: give the one of the process that is asked about'
  try {
    const said = readFileSync(file, 'utf8')
    if (said !== LOOKING) return await faultAt(said)
    const silentMs = now - statSync(file).mtimeMs
    return silentMs > LONGEST_LOOK_MS
      ? `the worker has not looked for work for ${Math.round(silentMs / 1000)} s`
      : undefined
  } catch (cause) {
    return `nothing runs here yet (${(cause as Error).message})`
  }
}

const faultAt = async (url: string): Promise<string | undefined> => {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    return status === 200 ? undefined : `${url} answers ${status}`
  } catch (cause) {
    return `${url} does not answer (${(cause as Error).message})`
  }
}
