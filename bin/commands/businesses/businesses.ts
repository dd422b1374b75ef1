import { listBusinesses, type ListedBusiness } from '../../../server/businesses/list-businesses.ts'
import { formatCents } from '../../../server/platform/money.ts'
import type { Env } from '../../../server/platform/process/env.ts'
import { withParts, type AddCommand } from '../command.ts'

export const addBusinesses: AddCommand = (program, { settings, end }) => {
  program
    .command('businesses')
    .summary('lists every business')
    .description(
      'Lists every business: id, name, owner, funds, whether Xero is connected, whether texts are on.',
    )
    .option('--json', 'for machines')
    .action(async ({ json = false }) => end(await businesses(settings(), json)))
}

const businesses = (env: Env, json: boolean): Promise<number> =>
  withParts(env, async ({ db }) => {
    const listed = await listBusinesses(db)
    if (json) console.log(JSON.stringify(listed))
    else if (listed.length === 0) console.log('There is no business yet.')
    else console.log(tableOf([HEAD, ...listed.map(rowOf)]))
    return 0
  })

const HEAD = ['id', 'name', 'owner', 'funds', 'Xero', 'texts']

const rowOf = (one: ListedBusiness): string[] => [
  one.id,
  one.name,
  one.ownerEmail ?? '–',
  formatCents(one.availableCents, one.currency),
  one.connection,
  textsOf(one),
]

const textsOf = ({ isErased, isDeactivated, automationEnabled }: ListedBusiness): string => {
  if (isErased) return 'erased'
  if (isDeactivated) return 'deactivated'
  return automationEnabled ? 'on' : 'off'
}

const tableOf = (rows: string[][]): string => {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
