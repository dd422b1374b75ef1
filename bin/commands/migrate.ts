import { withDatabase } from '../with-database.ts'
import { readOptions, type Command } from './command.ts'

export const migrateCommand: Command = {
  usage: '',
  summary: 'Brings the database up to date. Safe to run twice, and from several machines at once.',
  run: async (settings, args) => {
    readOptions(args, {})
    return withDatabase(settings(), async (_url, applied) => {
      console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
      return 0
    })
  },
}
