import type { FaultResult } from './run-fault.ts'

/** As wide as its title. */
export type Column = [title: string, cell: (result: FaultResult) => string | number]

export const seconds = (ms: number): string => (ms / 1000).toFixed(1)

export const tableOf = (columns: Column[]) => ({
  heading: (): string => columns.map(([title]) => title).join('  '),
  row: (result: FaultResult): string =>
    columns.map(([title, cell]) => String(cell(result)).padStart(title.length)).join('  '),
})
