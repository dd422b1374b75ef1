import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { goodword } from '../../../bench/rig/goodword-command.ts'
import type { Rig } from '../../../bench/rig/rig.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../server/platform/postgres/embedded/embedded-postgres.ts'
import type { WayBack } from './backup.ts'

const FOR_EVER_MS = 1_000_000_000

/**
 * `goodword backup` while everything runs; then api, worker and PostgreSQL end at once, the folder of the database is
 * deleted, and `goodword restore` loads the backup into a server that was made anew.
 */
export const encryptedBackup = (): WayBack => {
  let fresh: EmbeddedPostgres | undefined
  let recipient = ''
  const settingsOf = ({ dataDir, settings }: Rig): Record<string, string> => ({
    ...settings,
    ...(recipient && { BACKUP_TO: join(dataDir, 'backups'), BACKUP_KEY: recipient }),
    BACKUP_VERIFY_IDENTITY_FILE: join(dataDir, 'operator.key'),
  })
  const run = async (settings: Record<string, string>, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await goodword(settings, args)
    if (code !== 0) throw new Error(`goodword ${args.join(' ')} ended with ${code}: ${stderr || stdout}`)
    return stdout
  }
  return {
    backUp: async (rig) => {
      const made = await run(settingsOf(rig), 'backup', 'keygen', '--out', join(rig.dataDir, 'operator.key'))
      recipient = /BACKUP_KEY=(\S+)/.exec(made)![1]!
      await run(settingsOf(rig), 'backup')
    },
    restore: async (rig, alive) => {
      await Promise.all([alive.kill('api', FOR_EVER_MS), alive.kill('worker', FOR_EVER_MS)])
      rig.postgres.kill()
      await rig.postgres.stop()
      const cluster = join(rig.dataDir, 'postgres')
      if (!existsSync(cluster)) throw new Error(`The database does not lie in ${cluster}.`)
      rmSync(cluster, { recursive: true, force: true })
      // At the same address, with the same password, and with nothing in it.
      fresh = await startEmbeddedPostgres(rig.dataDir)
      await run(settingsOf(rig), 'restore', 'latest')
      await Promise.all([alive.start('api'), alive.start('worker')])
    },
    end: async () => fresh?.stop(),
  }
}
