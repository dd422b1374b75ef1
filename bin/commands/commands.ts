import { businesses } from './businesses.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { eraseCustomerCommand } from './erase-customer.ts'
import { exportBusinessCommand } from './export-business.ts'
import { grant } from './grant.ts'
import { migrateCommand } from './migrate.ts'
import { qr } from './qr.ts'
import { reconcile } from './reconcile.ts'
import { seed } from './seed.ts'
import { sweep } from './sweep.ts'

export const commands: Record<string, Command> = {
  migrate: migrateCommand,
  doctor,
  businesses,
  grant,
  sweep,
  reconcile,
  'erase-customer': eraseCustomerCommand,
  'export-business': exportBusinessCommand,
  qr,
  seed,
}
