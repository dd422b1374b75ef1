import { sql } from 'kysely'
import type { SystemTrx } from '../database/database.ts'
import { DEAD } from './inbox.ts'

export type NotDead = { id: string; isKnown: boolean; handledAt: Date | null }

/** Those of the ids that are no dead messages, in the order in which they are given. */
export const findNotDead = async (trx: SystemTrx, ids: string[]): Promise<NotDead[]> => {
  const { rows: dead } = await sql<{ id: string }>`
    select id from (${DEAD}) as dead where id = any(${ids}::text[])`.execute(trx)
  const others = ids.filter((id) => !dead.some((one) => one.id === id))
  // Finding one of Xero's by its number alone reads all that are kept.
  return others.length === 0 ? [] : readThese(trx, others)
}

const readThese = async (trx: SystemTrx, ids: string[]): Promise<NotDead[]> => {
  const of = (door: string) =>
    ids.filter((id) => id.startsWith(`${door}:`)).map((id) => id.slice(door.length + 1))
  const { rows } = await sql<NotDead>`
    select asked.id, kept.id is not null as "isKnown", kept.handled_at as "handledAt"
    from unnest(${ids}::text[]) with ordinality as asked (id, place)
    left join (
      select 'xero:' || id as id, handled_at from xero_events where id = any(${of('xero')}::bigint[])
      union all
      select 'stripe:' || id, handled_at from stripe_events where id = any(${of('stripe')}::text[])
      union all
      select 'twilio:' || id, handled_at from twilio_messages where id = any(${of('twilio')}::text[])
    ) as kept on kept.id = asked.id
    order by asked.place`.execute(trx)
  return rows
}
