import { join } from 'node:path'
import { migrate } from '../../server/platform/migrate.ts'
import { withDatabase } from '../with-database.ts'
import { readOptions, type Command } from './command.ts'

export const migrateCommand: Command = {
  usage: '',
  summary: 'Brings the database up to date. Safe to run twice, and from several machines at once.',
  run: async (settings, args) => {
    readOptions(args, {})
    return withDatabase(settings(), async (url) => {
      const added = await migrate(url, join(import.meta.dirname, '../../migrations'))
      console.log(added.length === 0 ? 'The database is up to date.' : `Applied ${added.join(', ')}.`)
      return 0
    })
  },
}
