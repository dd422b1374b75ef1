import type { Pool } from 'pg'
import { leftBehind } from '../../backups/restoring/left-behind.ts'
import { refusalOf } from '../../platform/postgres/connections/database-refusal.ts'
import { AT_LENGTH, createClient } from '../../platform/postgres/connections/pool.ts'
import type { Env } from '../../platform/process/env.ts'
import { isAre, wrong, type Check } from './check.ts'

/** A trial is connected to its database from its first moments until it has dropped it. */
const LEFT_S = 5 * 60

/** Databases that trials of backups left behind, each as large as ours; undefined where there is none. */
export const checkTrials = async (
  owner: Pool,
  { BACKUP_VERIFY_DATABASE_URL: elsewhere }: Pick<Env, 'BACKUP_VERIFY_DATABASE_URL'>,
): Promise<Check | undefined> => {
  const server = elsewhere ? createClient(elsewhere, { patience: AT_LENGTH }) : undefined
  try {
    await server?.connect()
    const left = await leftBehind(server ?? owner, LEFT_S)
    return left.length === 0 ? undefined : wrong('backup trials', wordsOf(left.map(({ name }) => name)))
  } catch (cause) {
    if (!server) throw cause
    return wrong(
      'backup trials',
      `BACKUP_VERIFY_DATABASE_URL cannot be used: ${refusalOf(cause) ?? (cause as Error).message}`,
    )
  } finally {
    await server?.end().catch(() => undefined)
  }
}

const wordsOf = (names: string[]): string =>
  `${isAre(names.length, 'database was', 'databases were')} left behind by a trial that was killed: ` +
  names.map((name) => `drop database ${name};`).join(' ')
