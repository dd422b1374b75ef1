import type { ActivityOutcome } from '../../contracts/activity.ts'
import { asBusiness, type Db } from '../database/database.ts'
import { BYTE_ORDER_MARK, csvLine } from '../platform/csv.ts'
import { localDate } from '../platform/dates.ts'
import { findActivityPage, type ActivityRow } from './activity-queries.ts'
import type { Here } from '../review-requests/timeline/words/request-words-rules.ts'
import { presentActivity } from './activity-rules.ts'

const ROWS_AT_ONCE = 500
const EVERYTHING = {
  outcome: undefined,
  reasons: undefined,
  patterns: [],
  from: undefined,
  until: undefined,
  order: 'newest' as const,
}

/**
 * Every paid invoice and what became of it, as a table for a spreadsheet, in the business's own time zone; newest
 * first. Each piece is read by itself, so that no transaction waits for a slow reader.
 */
export async function* exportActivity(db: Db, businessId: string, here: Here): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine([`Decided (${here.timeZone})`, ...COLUMNS])
  let after: { at: string; id: string } | undefined
  do {
    const wanted = { ...EVERYTHING, after, most: ROWS_AT_ONCE }
    const rows = await asBusiness(db, businessId, (trx) => findActivityPage(trx, businessId, wanted))
    yield rows.map((row) => csvLine(cellsOf(row, here))).join('')
    const last = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined
    after = last && { at: last.place, id: last.invoiceId }
  } while (after)
}

const COLUMNS = [
  'Customer',
  'Phone',
  'Invoice',
  'Paid on',
  'Total',
  'Currency',
  'Outcome',
  'Why',
  'What to do',
  'Text sent',
  'Organisation',
]

const OUTCOMES: Record<ActivityOutcome, string> = {
  texted: 'Texted',
  pending: 'Pending',
  failed: 'Failed',
  skipped: 'Not texted',
}

const cellsOf = (row: ActivityRow, here: Here): string[] => {
  const item = presentActivity(row, here)
  return [
    localMoment(row.decidedAt, here.timeZone),
    item.customerName ?? item.customerRemoved ?? '',
    item.customerPhone ? spaced(item.customerPhone) : '',
    item.invoiceNumber ?? '',
    item.paidOn ?? '',
    item.total.toFixed(2),
    item.currency ?? '',
    item.isCounted ? OUTCOMES[item.outcome] : 'Not counted',
    item.what,
    item.todo ?? '',
    row.sentAt ? localMoment(row.sentAt, here.timeZone) : '',
    item.organisationName,
  ]
}

/** '2026-11-20 21:56': spreadsheets of every country read it as a moment. */
const localMoment = (moment: Date, timeZone: string): string => {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return `${localDate(moment, timeZone)} ${time.format(moment)}`
}

/** With a space in it a spreadsheet does not take a number of a phone for an amount. */
const spaced = (phone: string): string => phone.replace(/(\d{3})(\d{3})$/, ' $1 $2')
