import { seconds, tableOf, type Column } from '../faults/columns.ts'

const COLUMNS: Column[] = [
  ['fault      ', ({ fault }) => fault.name.padEnd(11)],
  ['seed', ({ seed }) => seed],
  ['invoices', ({ invoices }) => invoices],
  ['lost', ({ lost }) => lost.length],
  ['doubled', ({ doubled }) => doubled.length],
  ['STOPs', ({ stopped }) => stopped],
  ['broken', ({ textedAfterStop }) => textedAfterStop.length],
  ['looked for', ({ doubted }) => doubted],
  ['by operator', ({ byOperator }) => byOperator],
  ['ledger', ({ money }) => money.ledgerSum],
  ['reconcile', ({ reconcile }) => reconcile.code],
  ['ended', ({ ended }) => ended.length],
  ['silence', ({ silenceMs }) => seconds(silenceMs)],
  ['calls', ({ door }) => door.calls],
  ['slowest', ({ door }) => seconds(door.slowestMs)],
  ['503', ({ door }) => door.refused - door.wrong],
  ['wrong', ({ door }) => door.wrong],
  ['load', ({ load }) => load.toFixed(0)],
]

export const LEGEND = `Times in seconds. STOPs: customers who said so before or during the fault, and whose invoices were paid after it ·
broken: those of them who were texted · looked for: texts of unknown outcome · by operator: those that were not found
twice, and were sent by hand · ended: processes that ended by themselves · silence: the longest time without any text from the fault's
beginning on · calls: at the webhook door during the fault · slowest, 503, wrong: of all its calls from then on
(wrong: answered neither 200 nor 503, or not within 5 s) · load: of the machine in the last minute.
`

export const { heading, row } = tableOf(COLUMNS)
