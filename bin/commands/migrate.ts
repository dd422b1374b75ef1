import type { Env } from '../../server/platform/process/env.ts'
import { withDatabase } from '../with-database.ts'
import type { AddCommand } from './command.ts'

export const addMigrate: AddCommand = (program, { settings, end }) => {
  program
    .command('migrate')
    .summary('brings the database up to date')
    .description('Brings the database up to date. Safe to run twice, and from several machines at once.')
    .action(async () => end(await migrate(settings())))
}

const migrate = (env: Env): Promise<number> =>
  withDatabase(env, async (_url, applied) => {
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
    return 0
  })
