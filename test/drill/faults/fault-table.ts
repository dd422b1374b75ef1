import { seconds, tableOf, type Column } from './columns.ts'

const COLUMNS: Column[] = [
  ['fault       ', ({ fault }) => fault.name.padEnd(12)],
  ['seed', ({ seed }) => seed],
  ['invoices', ({ invoices }) => invoices],
  ['lost', ({ lost }) => lost.length],
  ['doubled', ({ doubled }) => doubled.length],
  ['looked for', ({ doubted }) => doubted],
  ['by operator', ({ byOperator }) => byOperator],
  ['ledger', ({ money }) => money.ledgerSum],
  ['reconcile', ({ reconcile }) => reconcile.code],
  ['ended', ({ ended }) => ended.length],
  ['calls', ({ door }) => door.calls],
  ['p99', ({ door }) => seconds(door.p99Ms)],
  ['slowest', ({ door }) => seconds(door.slowestMs)],
  ['refused', ({ door }) => door.refused],
  ['late', ({ door }) => door.late],
  ['again', ({ door }) => seconds(door.worksAgainMs)],
  ['last text', ({ lastTextMs }) => seconds(lastTextMs)],
  ['stand-still', ({ standStillMs }) => seconds(standStillMs)],
  ['sync', ({ syncMs }) => (syncMs === undefined ? '-' : seconds(syncMs))],
  ['load', ({ load }) => load.toFixed(0)],
]

export const LEGEND = `Times in seconds. looked for: texts of unknown outcome · by operator: those that were not found twice, and were sent by
hand · ended: processes that ended by themselves · calls, p99: at the webhook door during the fault · slowest, refused,
late: of all its calls from then on (late: no answer in 5 s) · again: from the fault's end until the door works · last
text: the same, of what was paid before it · stand-still: the longest that an organisation had work and no text went ·
sync: the longest from a webhook to its invoice being decided · load: of the machine in the last minute; times say
little where it is far above the number of its cores.
`

export const { heading, row } = tableOf(COLUMNS)
