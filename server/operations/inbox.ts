import { sql } from 'kysely'
import type { Db, SystemTrx } from '../database/database.ts'
import { wakeAll } from '../platform/postgres/work/wake.ts'

/** A message of a vendor's that was tried too often and put aside. */
export type DeadMessage = {
  id: string
  about: string
  receivedAt: Date
  deadAt: Date
  attempts: number
  error: string
}

/** One row for each message of every door, named `door:id`. */
export const DEAD = sql`
  select 'xero:' || id as id, lower(category) || ' ' || resource_id as about, received_at, dead_at, attempts, error
  from xero_events where handled_at is null and dead_at is not null
  union all
  select 'stripe:' || id, type || ' ' || object_id, received_at, dead_at, attempts, error
  from stripe_events where handled_at is null and dead_at is not null
  union all
  select 'twilio:' || id, about, received_at, dead_at, attempts, error
  from twilio_messages where handled_at is null and dead_at is not null`

export const listDead = async (db: Db, most: number): Promise<DeadMessage[]> => {
  const { rows } = await sql<DeadMessage>`
    select id, about, received_at as "receivedAt", dead_at as "deadAt", attempts, coalesce(error, '') as error
    from (${DEAD}) as dead
    order by dead_at, id
    limit ${most}`.execute(db)
  return rows
}

/** How many are dead, by door. */
export const deadByDoor = sql<{ label: string; value: number }>`
  select split_part(id, ':', 1) as label, count(*) as value from (${DEAD}) as dead group by 1 order by 1`

/** Has dead messages handled again, with six new tries; all of them where no ids are given. Returns how many. */
export const replayDead = async (db: Db | SystemTrx, ids: string[] | undefined): Promise<number> => {
  const isAsked = sql`(${ids ?? null}::text[] is null or door || id = any(${ids ?? null}::text[]))`
  const { rows } = await sql<{ key: string }>`
    with xero as (
      update xero_events set dead_at = null, retry_at = null, attempts = 0
      from (values ('xero:')) as named (door)
      where handled_at is null and dead_at is not null and ${isAsked}
      returning 'sync:' || tenant_id as key
    ), stripe as (
      update stripe_events set dead_at = null, retry_at = null, attempts = 0
      from (values ('stripe:')) as named (door)
      where handled_at is null and dead_at is not null and ${isAsked}
      returning 'stripe:' || object_id as key
    ), twilio as (
      update twilio_messages set dead_at = null, retry_at = null, attempts = 0
      from (values ('twilio:')) as named (door)
      where handled_at is null and dead_at is not null and ${isAsked}
      returning 'twilio:' || id as key
    )
    select key from xero union all select key from stripe union all select key from twilio`.execute(db)
  await wakeAll(db, [...new Set(rows.map(({ key }) => key))])
  return rows.length
}

/** Takes dead messages off the list without handling them. Returns how many were there. */
export const dropDead = async (trx: SystemTrx, ids: string[]): Promise<number> => {
  const { rows } = await sql`
    with xero as (
      update xero_events set handled_at = now()
      where handled_at is null and dead_at is not null and 'xero:' || id = any(${ids}::text[])
      returning 1
    ), stripe as (
      update stripe_events set handled_at = now()
      where handled_at is null and dead_at is not null and 'stripe:' || id = any(${ids}::text[])
      returning 1
    ), twilio as (
      update twilio_messages set handled_at = now()
      where handled_at is null and dead_at is not null and 'twilio:' || id = any(${ids}::text[])
      returning 1
    )
    select from xero union all select from stripe union all select from twilio`.execute(trx)
  return rows.length
}
