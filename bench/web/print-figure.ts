/** One line of the report; a figure with a bar is compared with it. */
export const printFigure = (what: string, value: number, unit: string, bar?: number, note = ''): void => {
  const verdict = bar === undefined ? '' : value <= bar ? `ok (at most ${bar})` : `MISSED (at most ${bar})`
  const number = Number.isInteger(value) ? String(value) : value.toFixed(value < 1 ? 3 : 1)
  console.log(`  ${what.padEnd(38)} ${number.padStart(8)} ${unit.padEnd(3)} ${verdict.padEnd(18)} ${note}`)
}
