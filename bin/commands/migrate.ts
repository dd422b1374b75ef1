import { bringUpToDate } from '../../server/database/bring-up-to-date.ts'
import { unfinishedMigrations } from '../../server/database/known-schema.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { withDatabase } from '../with-database.ts'
import type { AddCommand } from './command.ts'

export const addMigrate: AddCommand = (program, { settings, end }) => {
  program
    .command('migrate')
    .summary('brings the database up to date')
    .description(
      'Brings the database up to date: first what a new version needs, beside the processes of the old one; with ' +
        '--finish the rest, once the last of those has ended. Safe to run twice, and from several machines at once.',
    )
    .option('--finish', 'the part that comes after the last process of the old version has ended')
    .action(async ({ finish = false }) => end(await migrate(settings(), finish)))
}

const migrate = (env: Env, finish: boolean): Promise<number> =>
  withDatabase(env, async (url) => {
    const applied = await bringUpToDate(url, env.MIGRATE_DATABASE_URL, {
      part: finish ? 'after' : 'before',
      say: (words) => console.error(words),
    })
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
    const unfinished = await unfinishedMigrations(env.MIGRATE_DATABASE_URL ?? url)
    if (unfinished.length > 0)
      console.log(
        `To come once the last process of the old version has ended: ${unfinished.join(', ')}. Run \`goodword migrate --finish\` then.`,
      )
    return 0
  })
