import { Counter, Histogram, Registry } from 'prom-client'
import { openDb } from '../../../server/database/database.ts'
import { startMetrics } from '../../../server/platform/metrics/metrics.ts'
import { createLog } from '../../../server/platform/process/log.ts'

/** Counts and shares once for each 'count', ends in order at 'leave', and says so each time. */
const [url = '', id = ''] = process.argv.slice(2)
const { db, close } = openDb(url, { onError: () => undefined })
const registry = new Registry()
const texts = new Counter({ name: 'texts_total', help: 'x', labelNames: ['kind'], registers: [registry] })
const seconds = new Histogram({ name: 'text_seconds', help: 'x', buckets: [0.1, 1], registers: [registry] })
const log = createLog('doomed', 'silent')
const metrics = startMetrics(db, { id, kind: 'worker', registry, log, shareMs: 3_600_000 })

process.on('message', (wish: 'count' | 'leave') => {
  const done = wish === 'count' ? count() : leave()
  void done.then(() => process.send!(wish))
})

const count = async (): Promise<void> => {
  texts.inc({ kind: 'sent' })
  seconds.observe(0.1)
  seconds.observe(0.7)
  await metrics.share()
}

const leave = async (): Promise<void> => {
  await metrics.leave()
  await close()
}

process.send!('runs')
