import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { openHttpClient } from '../http/http-client.ts'
import { retryAfterSeconds } from '../http/retry-after.ts'
import { productVersion } from '../process/product-version.ts'
import { isUuid } from '../uuid-rules.ts'
import type { Dsn } from './dsn.ts'
import { envelopeOf, fingerprintOf, type Report, type ReportedBy } from './envelope.ts'
import { faultsOf } from './fault-rules.ts'
import { openPlaces } from './place-in-sources.ts'

export type Reports = {
  /** Of a line of the log at the level of an error or above: what stands beside its words, and the words. */
  note: (beside: unknown, words: string | undefined) => void
  /** What is still to be sent gets `lastMs`. */
  close: () => Promise<void>
}

type Options = Omit<ReportedBy, 'release'> & {
  dsn: Dsn
  count: (outcome: 'sent' | 'failed' | 'dropped') => void
  /** What is still to be sent at the end gets so long. */
  lastMs?: number
}

const ROOT = join(import.meta.dirname, '../../..')
const placeOf = openPlaces(ROOT)
const TIMEOUT_MS = 5_000
const LAST_MS = 2_000
const MINUTE_MS = 60_000
/** In line, and in a minute: a database that is away makes thousands of the same, and one says it. */
const MOST_WAITING = 30
const MOST_A_MINUTE = 30

/**
 * Sends errors to Sentry or GlitchTip, one after another, without what names a person. Work never waits for it and
 * never fails by it; what is too much is dropped and counted.
 */
export const openReports = ({ dsn, count, lastMs = LAST_MS, ...by }: Options): Reports => {
  const version = productVersion()
  const reporter = { ...by, release: `goodword@${version}` }
  const client = openHttpClient({ baseUrl: dsn.origin, connections: 1, timeoutMs: TIMEOUT_MS })
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=goodword/${version}, sentry_key=${dsn.publicKey}`,
  }
  const waiting: string[] = []
  let minute = { endsAt: 0, sent: 0, seen: new Set<string>() }
  let pausedUntil = 0
  let sending: Promise<void> | undefined

  const mayGo = (report: Report, now: number): boolean => {
    if (now >= minute.endsAt) minute = { endsAt: now + MINUTE_MS, sent: 0, seen: new Set() }
    const name = fingerprintOf(report)
    if (minute.seen.has(name) || minute.sent >= MOST_A_MINUTE || waiting.length >= MOST_WAITING) return false
    if (now < pausedUntil) return false
    minute.seen.add(name)
    minute.sent += 1
    return true
  }
  const sendAll = async (): Promise<void> => {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      const answer = await client
        .call({ method: 'POST', path: dsn.path, headers, body })
        .catch(() => undefined)
      count(answer && answer.status < 300 ? 'sent' : 'failed')
      if (answer?.status === 429)
        pausedUntil = Date.now() + (retryAfterSeconds(answer.headers['retry-after']) ?? 60) * 1000
    }
  }
  const note: Reports['note'] = (beside, words) => {
    try {
      const report = reportOf(beside, words)
      const now = new Date()
      if (!mayGo(report, now.getTime())) return count('dropped')
      waiting.push(envelopeOf(report, reporter, now))
      sending ??= sendAll().finally(() => (sending = undefined))
    } catch {
      count('failed')
    }
  }
  const noteLast = (error: unknown) => {
    const report: Report = { ...reportOf({ err: error }, 'the process ended by an error'), level: 'fatal' }
    const input = envelopeOf(report, reporter, new Date())
    sendAtOnce(dsn, headers['x-sentry-auth'], { input, timeout: lastMs })
  }
  // It only looks on: the process ends as it would without it.
  process.on('uncaughtExceptionMonitor', noteLast)
  return {
    note,
    close: async () => {
      process.off('uncaughtExceptionMonitor', noteLast)
      const inTime = new Promise((resolve) => setTimeout(resolve, lastMs).unref())
      await Promise.race([sending, inTime])
      waiting.length = 0
      void client.close().catch(() => undefined)
    },
  }
}

const reportOf = (beside: unknown, words = 'an error'): Report => {
  const { err, requestId } = (typeof beside === 'object' && beside ? beside : {}) as Record<string, unknown>
  return {
    words: words.replaceAll(LOOKS_PERSONAL, '[cut]'),
    level: 'error',
    faults: err === undefined ? [] : faultsOf(err, ROOT, placeOf),
    ...(typeof requestId === 'string' && isUuid(requestId) ? { requestId } : {}),
  }
}

/** Words of the log are ours and fixed; one that was put together by mistake is cut. */
const LOOKS_PERSONAL = /\S*@\S*|\+?\d[\d ]{5,}/g

/** From a process that is ending: nothing of its own runs any more, so another sends it. */
const sendAtOnce = ({ origin, path }: Dsn, auth: string, sent: { input: string; timeout: number }): void => {
  spawnSync(process.execPath, [join(import.meta.dirname, 'send-last.ts'), origin + path, auth], {
    ...sent,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}
