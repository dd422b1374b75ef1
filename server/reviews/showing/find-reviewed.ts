import { sql } from 'kysely'
import { asBusiness, type Db, type TenantTrx } from '../../database/database.ts'
import { stretchesAt, widerStretchesAt } from '../attribution/latest-rules.ts'
import { findProfile } from '../connecting/connection-queries.ts'
import { guessesOf, readLatest } from './guess-texts.ts'

/**
 * Of these texts, those after which a review came that is likely or perhaps their customer's, and those since which
 * more came than is looked at. It says nothing of the review, neither stars nor words. Undefined where none were read,
 * so that nobody can know. While Google cannot be reached, what it returned before still counts.
 */
export const findReviewed = async (
  { db, databaseNow }: { db: Db; databaseNow: () => Promise<Date> },
  businessId: string,
  textIds: string[],
): Promise<Map<string, 'likely' | 'unknown'> | undefined> => {
  if (textIds.length === 0) return new Map()
  const now = await databaseNow()
  const read = await asBusiness(db, businessId, async (trx) => {
    const profile = await findProfile(trx, businessId)
    if (!profile?.full_read_at) return undefined
    const asked = await findMoments(trx, businessId, textIds)
    return { asked, latest: await readBackTo(trx, businessId, asked, now) }
  })
  if (!read) return undefined
  const { asked, latest } = read
  const guessed = new Set(guessesOf(latest).map(({ requestId }) => requestId))
  const reviewed = new Map<string, 'likely' | 'unknown'>()
  for (const { id, sentAt } of asked) {
    if (guessed.has(id)) reviewed.set(id, 'likely')
    else if (sentAt < latest.known.since) reviewed.set(id, 'unknown')
  }
  return reviewed
}

type Asked = { id: string; sentAt: Date }

const findMoments = async (trx: TenantTrx, businessId: string, ids: string[]): Promise<Asked[]> => {
  const { rows } = await sql<Asked>`
    select id, timeline_at as "sentAt" from review_requests
    where business_id = ${businessId} and id = any(${ids}::uuid[])`.execute(trx)
  return rows
}

/** More than the latest is read only where that reaches one of these texts. */
const readBackTo = async (trx: TenantTrx, businessId: string, asked: Asked[], now: Date) => {
  const wider = widerStretchesAt(now)
  const latest = await readLatest(trx, businessId, stretchesAt(now))
  const isBeyond = asked.some(({ sentAt }) => sentAt < latest.known.since && sentAt >= wider.reviews.from)
  return isBeyond ? readLatest(trx, businessId, wider) : latest
}
