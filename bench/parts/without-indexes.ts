import type { Pool } from 'pg'

/**
 * Each row of the history has an entry in these, in places all over the index: kept up row by row they are most of the
 * time that the history takes. The partial ones that no row of it is in stay.
 */
const MADE_AFTERWARDS = [
  'decisions_by_time',
  'review_requests_by_moment',
  'review_requests_once',
  'review_requests_by_link',
  'review_requests_by_customer',
  'review_requests_by_phone',
  'send_attempts_by_id',
  'send_attempts_by_sid',
  'transfers_by_time',
  'transfers_settle_once',
]

/** Takes these indexes away while `write` runs, and makes them again: by sorting, as after a REINDEX. */
export const withoutIndexes = async (pool: Pool, write: () => Promise<unknown>): Promise<void> => {
  const { rows } = await pool.query<{ name: string; made: string }>(
    'select name, pg_get_indexdef(to_regclass(name)) as made from unnest($1::text[]) as name',
    [MADE_AFTERWARDS],
  )
  const gone = rows.filter(({ made }) => made === null).map(({ name }) => name)
  if (gone.length > 0) throw new Error(`No such index: ${gone.join(', ')}. List in ${import.meta.filename}.`)

  await pool.query(`drop index ${MADE_AFTERWARDS.join(', ')}`)
  await write()
  const waiting = rows.map(({ made }) => made)
  await Promise.all([makeAll(pool, waiting), makeAll(pool, waiting)])
}

/** Two at a time, for two cores. */
const makeAll = async (pool: Pool, waiting: string[]): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query("set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0")
    for (let made = waiting.shift(); made !== undefined; made = waiting.shift()) await client.query(made)
  } finally {
    await client.query('reset all').catch(() => undefined)
    client.release()
  }
}
