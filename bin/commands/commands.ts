import { grant } from './grant.ts'
import type { Command } from './command.ts'
import { migrateCommand } from './migrate.ts'
import { reconcile } from './reconcile.ts'
import { seed } from './seed.ts'
import { sweep } from './sweep.ts'

export const commands: Record<string, Command> = {
  migrate: migrateCommand,
  grant,
  sweep,
  reconcile,
  seed,
}
