import type { ClientBase, Pool } from 'pg'

/**
 * As autovacuum does, which tests are run without: until an index of these tables can answer alone. A commit that did
 * not wait for the disk, as in tests, keeps pages from being known as visible to all, and so does one near it in time:
 * those of `analyze`, and of processes that say that they live.
 */
export const vacuumAnalyze = async (client: ClientBase | Pool, tables: string[]): Promise<void> => {
  await client.query('analyze')
  do {
    await client.query('checkpoint')
    await client.query(`vacuum (index_cleanup on) ${tables.join(', ')}`)
  } while (!(await areVisible(client, tables)))
}

const areVisible = async (client: ClientBase | Pool, tables: string[]): Promise<boolean> => {
  const { rows } = await client.query<{ are: boolean }>(
    'select bool_and(relallvisible = relpages) as are from pg_class where oid = any($1::regclass[])',
    [tables],
  )
  return rows[0]!.are
}
