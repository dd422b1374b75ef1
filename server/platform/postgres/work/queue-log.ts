import type * as Graphile from 'graphile-worker'
import type { Log } from '../../process/log.ts'

const WORDS = 'the job queue says'

/**
 * The queue's own log lines: information at trace, warnings and errors at their level, never a payload. That its
 * connections are fewer than its jobs is meant so.
 */
export const queueLogger = ({ Logger }: typeof Graphile, log: Log): Graphile.Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ queue: message }, WORDS)
    else if (level === 'warning' && !message.includes('maxPoolSize')) log.warn({ queue: message }, WORDS)
    else log.trace({ queue: message }, WORDS)
  })
