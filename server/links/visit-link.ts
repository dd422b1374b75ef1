import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { LINK_TOKEN } from '../texts/link-token.ts'

export type VisitedLink = {
  businessId: string
  requestId: string
  /** Null where the business is erased. */
  businessName: string | null
  reviewUrl: string | null
}

/** Whose review page a link leads to: one indexed read. */
export const findLink = async (db: Db, token: string): Promise<VisitedLink | undefined> => {
  if (!LINK_TOKEN.test(token)) return undefined
  const { rows } = await sql<VisitedLink>`
    select r.business_id as "businessId", r.id as "requestId", case when not exists (
             select from erasures e where e.business_id = b.id and e.erased_at is not null) then b.name end
             as "businessName", b.review_url as "reviewUrl"
    from review_requests r join businesses b on b.id = r.business_id
    where r.link_token = ${token}`.execute(db)
  return rows[0]
}

/**
 * The same, of a text that was given to the gateway: of one that was not, no customer has the link. What the gateway
 * still knows after a restore counts as well.
 */
export const findSentLink = async (db: Db, token: string): Promise<VisitedLink | undefined> => {
  const link = await findLink(db, token)
  if (!link) return undefined
  const { rows } = await sql`
    select from send_attempts where business_id = ${link.businessId} and request_id = ${link.requestId}
    union all
    select from found_texts where link_token = ${token} and adopted_at is null
    limit 1`.execute(db)
  return rows.length > 0 ? link : undefined
}

/** More tell nothing, and each takes the lock of its text's row. */
const MOST_VISITS = 100
/** More tell nothing, and whoever has a link can ask for it without end. */
const MOST_PREVIEWS_AN_HOUR = 100

export const countVisit = async (
  db: Db,
  { businessId, requestId }: VisitedLink,
  kind: 'visit' | 'preview',
): Promise<void> => {
  await sql`
    with counted as (
      update review_requests
      set opened_at = coalesce(opened_at, now()), open_count = open_count + 1
      where business_id = ${businessId} and id = ${requestId} and ${kind} = 'visit' and open_count < ${MOST_VISITS}
      returning id
    )
    insert into link_visits (business_id, request_id, kind)
    select ${businessId}, ${requestId}, ${kind}
    where exists (select from counted) or ${kind} = 'preview' and ${MOST_PREVIEWS_AN_HOUR} > (
      select count(*) from link_visits
      where business_id = ${businessId} and request_id = ${requestId} and kind = 'preview'
        and visited_at > now() - interval '1 hour')`.execute(db)
}
