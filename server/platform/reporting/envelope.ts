import { randomBytes } from 'node:crypto'
import type { Fault } from './fault-rules.ts'

export type ReportedBy = { process: string; release: string; environment: string }

export type Report = { words: string; faults: Fault[]; level: 'error' | 'fatal'; requestId?: string }

/** One event in the form that Sentry and GlitchTip take: https://develop.sentry.dev/sdk/data-model/envelopes/ */
export const envelopeOf = (report: Report, by: ReportedBy, at: Date): string => {
  const event_id = randomBytes(16).toString('hex')
  const event = {
    event_id,
    timestamp: at.getTime() / 1000,
    platform: 'node',
    level: report.level,
    logger: by.process,
    release: by.release,
    environment: by.environment,
    tags: { process: by.process, ...(report.requestId ? { request_id: report.requestId } : {}) },
    logentry: { formatted: report.words },
    ...(report.faults.length > 0 ? { exception: { values: report.faults } } : {}),
    fingerprint: [fingerprintOf(report)],
  }
  const lines = [{ event_id, sent_at: at.toISOString() }, { type: 'event' }, event]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

/** The same fault in the same place is one, whatever it was about. */
export const fingerprintOf = ({ words, faults }: Report): string => {
  const last = faults.at(-1)
  const top = last?.stacktrace?.frames.at(-1)
  return [words, last?.type, last?.value, top?.filename, top?.lineno].filter(Boolean).join(' | ')
}
