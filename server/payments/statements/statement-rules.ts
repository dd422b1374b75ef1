export type StatementLine = {
  /** As the business's own calendar shows it. */
  day: string
  what: string
  /** Its price is set aside and not yet paid. */
  isOnItsWay: boolean
  cents: number
  reference: string
}

export type Statement = {
  businessName: string
  month: string
  currency: string
  openingCents: number
  lines: StatementLine[]
}

/** A month of funds as a table that a spreadsheet opens: what came in, what was spent, what was left. */
export const writeStatement = ({ businessName, month, currency, openingCents, lines }: Statement): string => {
  let balance = openingCents
  const movements = lines.map((line) => {
    balance += line.cents
    const what = line.isOnItsWay ? `${line.what} (on its way)` : line.what
    return [line.day, what, money(line.cents), money(balance), line.reference]
  })
  const rows = [
    ['Statement of funds', businessName, month, currency],
    ['Date', 'What', `Amount (${currency})`, `Balance (${currency})`, 'Reference'],
    [`${month}-01`, 'Opening balance', '', money(openingCents), ''],
    ...movements,
    ['', 'Closing balance', '', money(balance), ''],
  ]
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

const money = (cents: number): string => (cents / 100).toFixed(2)

/** A spreadsheet runs a cell that begins like a formula, and customers choose their own names. */
const cell = (text: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
