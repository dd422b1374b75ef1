import type { DrillResult } from './run-drill.ts'

const COLUMNS: [title: string, cell: (result: DrillResult) => string | number][] = [
  ['seed', ({ seed }) => seed],
  ['webhooks', ({ webhooks }) => webhooks],
  ['api', ({ kills }) => kills.api],
  ['worker', ({ kills }) => kills.worker],
  ['postgres', ({ kills }) => kills.postgres],
  ['resent', ({ webhookRetries }) => webhookRetries],
  ['texts', ({ texts }) => texts],
  ['lost', ({ lost }) => lost.length],
  ['doubled', ({ doubled }) => doubled.length],
  ['looked for', ({ money }) => money.unknown],
  ['by operator', ({ byOperator }) => byOperator],
  ['ledger sum', ({ money }) => money.ledgerSum],
  ['off balance', ({ money }) => money.offBalance],
  ['reserved', ({ money }) => money.reserved],
  ['reconcile', ({ reconcile }) => reconcile.code],
  ['seconds', ({ seconds }) => seconds.toFixed(0)],
]

export const heading = (): string =>
  `${COLUMNS.map(([title]) => title).join('  ')}     (api, worker, postgres: how often each was killed)`

export const row = (result: DrillResult): string =>
  COLUMNS.map(([title, cell]) => String(cell(result)).padStart(title.length)).join('  ')
