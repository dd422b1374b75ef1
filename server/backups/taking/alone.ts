import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { openLeases } from '../../platform/postgres/work/leases.ts'
import type { Log } from '../../platform/process/log.ts'

export const BACKUP_LEASE = 'backup'

/**
 * For the command line. One that begins removes what an unfinished one left at its place, so a second one at the same
 * time is refused. A database that was not migrated yet has no leases, and no worker that takes one.
 */
export const backUpAlone = async <Out>(db: Db, log: Log, work: () => Promise<Out>): Promise<Out> => {
  const { rows } = await sql<{
    has: boolean
  }>`select to_regclass('public.leases') is not null as has`.execute(db)
  if (!rows[0]!.has) return work()
  let out: Out | undefined
  const holder = `goodword backup ${crypto.randomUUID()}`
  const ran = await openLeases(db, { holder, log }).alone(BACKUP_LEASE, async () => {
    out = await work()
  })
  if (!ran)
    throw new Refusal(
      'backup',
      409,
      'A backup is being taken by a worker or another command: wait until it has ended. If that one was killed, wait 15 s.',
    )
  return out!
}
