import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type PersonalColumn = {
  table: string
  column: string
  kept: string
  goesWith: ('customer' | 'business')[]
}

/** docs/DATA.md, as its tables say it. */
export const readDataMap = (): { personal: PersonalColumn[]; others: string[] } => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/DATA.md'), 'utf8')
  const [, personal = '', others = ''] = /\n## Personal\n(.*)\n## Not personal\n(.*)$/s.exec(page) ?? []
  return {
    personal: rowsOf(personal).flatMap(([columns = '', , , kept = '', goesWith = '']) =>
      [...columns.matchAll(/`(\w+)\.(\w+)`/g)].map(([, table, column]) => ({
        table: table!,
        column: column!,
        kept,
        goesWith: (/^[\w, ]+/.exec(goesWith)?.[0] ?? '')
          .split(',')
          .map((word) => word.trim())
          .filter((word) => word === 'customer' || word === 'business'),
      })),
    ),
    others: rowsOf(others).flatMap(([table = '', columns = '']) =>
      [...columns.matchAll(/`(\w+)`/g)].map(([, column]) => `${table.replaceAll('`', '')}.${column}`),
    ),
  }
}

const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    )
