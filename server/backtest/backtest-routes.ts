import { Readable } from 'node:stream'
import { backtestRequest, type BacktestLine } from '../../contracts/backtest.ts'
import type { Log } from '../platform/process/log.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { refuseBadTemplate } from '../texts/text-rules.ts'
import { runBacktest, type BacktestDeps } from './run-backtest.ts'

/** Leaves the sync the larger part of Xero's 60 calls a minute. */
const BETWEEN_CALLS_MS = 2_000

export const registerBacktestRoutes = (
  app: Http,
  deps: OwnerDoor & Omit<BacktestDeps, 'betweenCallsMs'>,
): void => {
  const { requireSession } = deps
  // Each reads the books anew, out of the calls of Xero that an organisation has in a day.
  const countBacktest = deps.createLimit('backtest', { most: 12, seconds: 3600 })

  app.post(
    '/api/backtest',
    operations('activity', requireSession.ofBusiness)(
      'runBacktest',
      'Show what would have been decided in the last 30 days, in lines of JSON, of which the last is the answer.',
      {
        body: backtestRequest,
        file: ['application/x-ndjson'],
        errors: ['invalid-template', 'xero-not-connected', 'xero-unavailable'],
      },
    ),
    async (request, reply) => {
      const businessId = requireSession.businessOf(request)
      const message = request.body.message?.normalize('NFC')
      if (message !== undefined) refuseBadTemplate(message)
      await countBacktest(businessId)
      const asked = { ...request.body, ...(message !== undefined && { message }) }
      const lines = runBacktest({ ...deps, betweenCallsMs: BETWEEN_CALLS_MS }, businessId, asked)
      // Refused before the answer begins, where Xero cannot be read at all.
      const first = await lines.next()
      return reply
        .header('cache-control', 'no-store')
        .type('application/x-ndjson; charset=utf-8')
        .send(Readable.from(written(first, lines, request.log as Log)))
    },
  )
}

async function* written(
  first: IteratorResult<BacktestLine>,
  lines: AsyncGenerator<BacktestLine>,
  log: Log,
): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await lines.next()) yield `${JSON.stringify(next.value)}\n`
  } catch (cause) {
    log.error({ err: cause }, 'a backtest was not finished')
    throw cause
  } finally {
    await lines.return(undefined)
  }
}
