/** One line of the report. `bar` is the limit that the figure is compared with; without one it is information. */
export type Figure = { what: string; value: number; unit: string; bar?: Bar; note?: string }
export type Bar = { atMost: number } | { atLeast: number }

export type Part = { letter: string; title: string; figures: Figure[] }

export const isMissed = ({ value, bar }: Figure): boolean => {
  if (!bar) return false
  return 'atMost' in bar ? !(value <= bar.atMost) : !(value >= bar.atLeast)
}

export const printPart = ({ letter, title, figures }: Part): string => {
  const rows = figures.map((figure) => [
    figure.what,
    `${readable(figure.value)} ${figure.unit}`,
    barText(figure),
    figure.bar ? (isMissed(figure) ? 'MISSED' : 'ok') : '',
    figure.note ?? '',
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 1 ? cell.padStart(widths[1]!) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return [`(${letter}) ${title}`, ...lines.map((line) => `    ${line}`), ''].join('\n')
}

const barText = ({ bar, unit }: Figure): string => {
  if (!bar) return ''
  return 'atMost' in bar ? `bar ≤ ${bar.atMost} ${unit}` : `bar ≥ ${bar.atLeast} ${unit}`
}

const readable = (value: number): string => {
  if (!Number.isFinite(value)) return '–'
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-AU')
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
