/** Excel reads a file without it in the alphabet of its own country. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** One line of a table that a spreadsheet opens. */
export const csvLine = (cells: string[]): string => `${cells.map(written).join(',')}\r\n`

const NUMBER = /^[+-]?\d[\d .]*$/
const RUNS = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** A spreadsheet runs a cell that begins like a formula, and customers choose their own names. */
const written = (cell: string): string => {
  const harmless = RUNS.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
