import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded/embedded-postgres.ts'

export type ReplicatedPostgres = Awaited<ReturnType<typeof startReplicatedPostgres>>

/**
 * A server of its own that waits for a synchronous standby which is not there. Only sessions of `waitingUrl` wait; the
 * others commit by themselves.
 */
export const startReplicatedPostgres = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-replicated-'))
  // The database's own user needs access to it, or the cluster lies in another folder.
  chmodSync(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder, {
    settings: { fsync: 'off', synchronous_commit: 'local', synchronous_standby_names: 'absent' },
  })
  const { url } = postgres

  return {
    url,
    waitingUrl: `${url}?options=${encodeURIComponent('-c synchronous_commit=on')}`,
    /** What the administrator does who is tired of waiting; true once a session was found that waits. */
    cancelWaits: async (): Promise<boolean> => {
      const { rows } = await ask<{ cancelled: boolean }>(
        url,
        `select pg_cancel_backend(pid) as cancelled from pg_stat_activity where wait_event = 'SyncRep'`,
      )
      return rows.some(({ cancelled }) => cancelled)
    },
    /** Starts again as a standby, which follows no primary. */
    becomeStandby: async (): Promise<void> => {
      const { folder: cluster } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as {
        folder: string
      }
      writeFileSync(join(cluster, 'standby.signal'), '')
      await postgres.restart()
    },
    stop: async (): Promise<void> => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const ask = async <Row extends object>(url: string, text: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<Row>(text)
  } finally {
    await client.end()
  }
}
