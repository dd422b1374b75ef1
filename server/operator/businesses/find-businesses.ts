import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { BusinessesPage, ListedBusiness, Trouble } from '../../../contracts/operator.ts'
import type { Reader } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { centsToDecimal } from '../../platform/money.ts'
import { isUuid } from '../../platform/uuid-rules.ts'

export type Wanted = {
  search?: string | undefined
  trouble?: Trouble | undefined
  silentDays: number
  cursor?: string | undefined
  /** What the cheapest text costs: with less than that a business sends no text. */
  leastCents: number
  now: Date
}

const PAGE = 50
const place = z.object({ name: z.string(), id: z.uuid() })

/** A page of businesses by name. Reads one text of each business that it looks at, and no other. */
export const findBusinesses = async (db: Reader, wanted: Wanted): Promise<BusinessesPage> => {
  const { rows } = await pageOfBusinesses(wanted).execute(db)
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    businesses: page.map(onTheWire),
    nextCursor: rows.length > PAGE && last ? writeCursor({ name: last.sortName, id: last.id }) : null,
  }
}

/** The statement itself, so that its plan can be looked at. */
export const pageOfBusinesses = (wanted: Wanted): RawBuilder<BusinessRow> => {
  const after = wanted.cursor === undefined ? undefined : readCursor(wanted.cursor, place)
  const fromThere = after ? sql`(lower(b.name), b.id) > (${after.name}, ${after.id}::uuid)` : sql`true`
  return businessRows(sql`${matching(wanted.search?.trim() ?? '')} and ${fromThere}`, wanted)
}

export const findOneListed = async (
  db: Reader,
  businessId: string,
  wanted: Omit<Wanted, 'trouble'>,
): Promise<ListedBusiness | undefined> => {
  const { rows } = await businessRows(sql`b.id = ${businessId}`, wanted).execute(db)
  return rows[0] && onTheWire(rows[0])
}

/** The names are looked through, not an index of their parts: there are thousands of them, and no more. */
const matching = (search: string): RawBuilder<unknown> => {
  if (search === '') return sql`true`
  if (isUuid(search)) return sql`b.id = ${search}::uuid`
  const has = (words: RawBuilder<unknown>) => sql`strpos(search_key(${words}), search_key(${search})) > 0`
  return sql`b.id in (
      select id from businesses where ${has(sql`name`)}
      union select business_id from users where business_id is not null and ${has(sql`email`)}
      union select business_id from organisations where state <> 'disconnected' and ${has(sql`name`)})`
}

type BusinessRow = Omit<ListedBusiness, 'available' | 'createdAt' | 'lastTextAt'> & {
  sortName: string
  availableCents: number
  createdAt: Date
  lastTextAt: Date | null
}

const onTheWire = ({ availableCents, createdAt, lastTextAt, ...row }: BusinessRow): ListedBusiness => ({
  ...row,
  available: centsToDecimal(availableCents),
  createdAt: createdAt.toISOString(),
  lastTextAt: lastTextAt?.toISOString() ?? null,
})

/**
 * The last text by the index of the timeline, below now: what waits for its turn lies above. `x` is the worst state of
 * the organisations that are connected.
 */
const businessRows = (
  which: RawBuilder<unknown>,
  { trouble, silentDays, leastCents, now }: Omit<Wanted, 'search' | 'cursor'>,
): RawBuilder<BusinessRow> => {
  const silentSince = new Date(now.getTime() - silentDays * DAY_MS)
  return sql<BusinessRow>`
    select * from (
      select b.id, b.name, lower(b.name) as "sortName", b.currency, b.created_at as "createdAt",
             (select string_agg(u.email, ', ' order by u.created_at) from users u where u.business_id = b.id)
               as "ownerEmail",
             x.names as organisations, coalesce(f.available_cents, 0) as "availableCents",
             t.timeline_at as "lastTextAt",
             array_remove(array[
               case when b.deactivated_at is not null then 'deactivated' end,
               case when b.paused_at is not null then 'paused' end,
               case when x.count is null then 'not-connected' end,
               case when x.lost then 'needs-reconnect' end,
               case when x.refused then 'xero-refuses' end,
               case when coalesce(f.available_cents, 0) < ${leastCents} then 'out-of-funds' end,
               case when not b.automation_enabled and b.paused_at is null and b.deactivated_at is null
                 then 'switched-off' end,
               case when t.state = 'failed' then 'refused' end,
               case when b.automation_enabled and x.live_since < ${silentSince}
                      and coalesce(t.timeline_at < ${silentSince}, true) then 'silent' end], null) as troubles
      from businesses b
      left join balances f on f.business_id = b.id
      left join lateral (
        select count(*), string_agg(o.name, ', ' order by o.name) as names, min(o.live_since) as live_since,
               bool_or(a.state = 'needs_reconnect') as lost, bool_or(o.state = 'paused') as refused
        from organisations o
        join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
        where o.business_id = b.id and o.state <> 'disconnected'
        having count(*) > 0) x on true
      left join lateral (
        select r.timeline_at, r.state from review_requests r
        where r.business_id = b.id and r.state not in ('cancelled', 'expired')
          and r.state in ('sent', 'delivered', 'failed') and r.timeline_at <= ${now}
          and r.reminder_of is null
        order by r.timeline_at desc, r.id desc
        limit 1) t on true
      where ${which}) listed
    where ${trouble ? sql`${trouble} = any(troubles)` : sql`true`}
    order by "sortName", id
    limit ${PAGE + 1}`
}
