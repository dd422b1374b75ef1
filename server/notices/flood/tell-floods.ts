import { sql } from 'kysely'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import { asBusiness, type Db } from '../../database/database.ts'
import { newSecret } from '../../platform/seal.ts'
import { findTurns, type TurnDeps } from '../../review-requests/sending/pace/waiting-turns.ts'
import { sendNotice, type Mailed } from '../send-notice.ts'
import type { NoticeDeps } from '../tell-owners.ts'
import { decideFlood, writeFlood } from './flood-rules.ts'

export type FloodDeps = NoticeDeps & TurnDeps

/**
 * Mails each owner once that more texts wait than her pace lets go, before the first of them goes: a flood begins
 * later than the next run of this. Ends as `tellOwners` does. Returns how many were sent.
 */
export const tellFloods = async (deps: FloodDeps, stopping?: AbortSignal): Promise<number> => {
  if (!deps.mail.isOn) return 0
  let sent = 0
  for (const crowded of await findCrowded(deps.db)) {
    if (stopping?.aborted) break
    const mailed = await tell(deps, crowded)
    if (mailed === 'sent') sent += 1
    if (mailed === 'no-answer') break
  }
  return sent
}

type Crowded = {
  businessId: string
  businessName: string
  ownerName: string
  email: string
  perHour: number
  isTold: boolean
  isOff: boolean
  offToken: string | null
}

/** Businesses that may have a flood, because more texts wait than go in an hour, and those whose owners were told. */
const findCrowded = async (db: Db): Promise<Crowded[]> => {
  const { rows } = await sql<Crowded>`
    select b.id as "businessId", b.name as "businessName", u.name as "ownerName", u.email,
           b.pace_per_hour as "perHour", coalesce(n.flood_told, false) as "isTold",
           coalesce(n.is_off, false) as "isOff", n.off_token as "offToken"
    from businesses b
    join lateral (
      select name, email from users u
      where u.business_id = b.id and u.onboarded_at is not null and u.deactivated_at is null
      order by u.created_at limit 1) u on true
    left join (
      select business_id, count(*) as count from review_requests
      where state = 'scheduled' group by business_id) waiting on waiting.business_id = b.id
    left join owner_notices n on n.business_id = b.id
    where b.automation_enabled and b.deactivated_at is null and b.pace_per_hour is not null
      and (n.flood_told or waiting.count > b.pace_per_hour)`.execute(db)
  return rows
}

const tell = async (deps: FloodDeps, crowded: Crowded): Promise<Mailed> => {
  const { businessId, perHour, isTold } = crowded
  const { turns, timeZone } = await asBusiness(deps.db, businessId, async (trx) => ({
    turns: await findTurns(trx, deps, businessId),
    timeZone: await findTimeZone(trx, businessId),
  }))
  const next = decideFlood(crowded, turns, perHour)
  if (next.isTold === isTold) return 'not-sent'
  const offToken = await mark(deps.db, crowded, next.isTold)
  if (offToken === undefined || !next.isMailed || turns === null) return 'not-sent'
  const offUrl = `${deps.publicUrl}/n/${offToken}`
  const words = writeFlood({
    ...crowded,
    turns,
    timeZone,
    now: deps.clock(),
    publicUrl: deps.publicUrl,
    offUrl,
  })
  const notice = { to: crowded.email, ...words, unsubscribeUrl: offUrl }
  return sendNotice(deps, businessId, notice, () => mark(deps.db, { ...crowded, isTold: true }, false))
}

/** Recorded before the mail is sent, by one worker only: no mail is better than two. Returns the token to end them. */
const mark = async (
  db: Db,
  { businessId, isTold, offToken }: Crowded,
  next: boolean,
): Promise<string | undefined> => {
  const { rows } = await sql<{ offToken: string }>`
    insert into owner_notices as n (business_id, off_token, flood_told)
    values (${businessId}, ${offToken ?? newSecret()}, ${next})
    on conflict (business_id) do update set flood_told = excluded.flood_told where n.flood_told = ${isTold}
    returning off_token as "offToken"`.execute(db)
  return rows[0]?.offToken
}
