import type { Movement } from '../../../contracts/ledger.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv.ts'

export type StatementLine = {
  /** As the business's own calendar shows it. */
  day: string
  what: string
  text: Movement['text']
  cents: number
  reference: string
}

export type Statement = {
  month: string
  currency: string
  openingCents: number
  lines: StatementLine[]
}

/** A month of funds as a table that a spreadsheet opens: what came in, what was spent, what was left. */
export const writeStatement = ({ month, currency, openingCents, lines }: Statement): string => {
  let balance = openingCents
  const movements = lines.map((line) => {
    balance += line.cents
    const state = line.text && STATES[line.text]
    const what = state ? `${line.what} (${state})` : line.what
    return [line.day, what, money(line.cents), money(balance), line.reference]
  })
  const rows = [
    ['Date', 'What', `Amount (${currency})`, `Balance (${currency})`, 'Reference'],
    [`${month}-01`, 'Opening balance', '', money(openingCents), ''],
    ...movements,
    ['', 'Closing balance', '', money(balance), ''],
  ]
  return BYTE_ORDER_MARK + rows.map(csvLine).join('')
}

const STATES: Partial<Record<NonNullable<Movement['text']>, string>> = {
  on_its_way: 'on its way',
  not_delivered: 'charged, not delivered',
}

const money = (cents: number): string => (cents / 100).toFixed(2)
