import { expect, test } from 'vitest'
import { asClient } from '../../test/support/backups.ts'
import { useDatabase } from '../../test/support/database.ts'
import { droppingPooler } from '../../test/support/dropping-pooler.ts'
import { PASS_ON } from '../platform/postgres/connections/database-refusal.ts'
import { bringUpToDate, refuseOtherOwner } from './bring-up-to-date.ts'

const base = useDatabase()

/** Its lock would stay with the pooler's own connection, and every later migrate wait for that. */
test('a pooler that drops the startup options migrates and restores nothing', async () => {
  const pooled = await droppingPooler(base.url)
  const said = (setting: string) =>
    `${setting} cannot be used: a pooler drops the startup options: ${PASS_ON}.`
  await expect(bringUpToDate(pooled)).rejects.toThrow(said('DATABASE_URL'))
  await expect(bringUpToDate(base.url, pooled)).rejects.toThrow(said('MIGRATE_DATABASE_URL'))
  await expect(refuseOtherOwner(pooled, undefined)).rejects.toThrow(said('DATABASE_URL'))
  expect(await bringUpToDate(base.url)).toEqual([])
})

test('a migrate that waits for another says for which, so that one that hangs can be ended', async () => {
  const heard: string[] = []
  await asClient(base.url, async (other) => {
    const { rows } = await other.query<{ pid: number }>(
      'select pg_backend_pid() as pid, pg_advisory_lock(7150001)',
    )
    const migrating = bringUpToDate(base.url, undefined, { say: (words) => heard.push(words) })
    await expect.poll(() => heard).toEqual([`Waits for another migrate (pid ${rows[0]!.pid})`])
    await other.query('select pg_advisory_unlock(7150001)')
    await migrating
  })
})
