import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from '../../bench/rig/at-exit.ts'
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded/embedded-postgres.ts'

/** A real server in memory where that is possible: nothing of it outlives the run. It plans nothing anew by itself. */
export const startServer = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'goodword-simulation-'))
  // The database's own user must be able to enter.
  chmodSync(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder, {
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_connections: '200',
    },
  })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const forget = atExit(() => {
    postgres.kill()
    remove()
  })
  return {
    url: postgres.url,
    stop: async () => {
      forget()
      await postgres.stop()
      remove()
    },
  }
}
