import { sql } from 'kysely'
import type { Db, Reader } from '../../../database/database.ts'
import type { FoundSms, SeenSms, SoughtSms } from '../../../integrations/twilio/twilio-types.ts'
import { MINUTE_MS } from '../../../platform/dates.ts'

/** `ambiguous`: bodies are redacted, and more than one text there or more than one attempt here may belong together. */
export type Sighting = FoundSms | 'absent' | 'ambiguous'

/** `requestId` is null for a test text. `since` is when it was claimed. */
export type Sought = {
  attemptId: string
  requestId: string | null
  phone: string
  /** By which it went; null for the shared one. */
  sender: string | null
  linkToken: string
  since: Date
}

type FindDeps = { db: Db; gateway: { find: (sought: SoughtSms) => Promise<SeenSms> } }

/** So far from its claim the gateway may date a text, by a clock that is not ours. */
export const AROUND_CLAIM_MS = 10 * MINUTE_MS

/**
 * The text of this attempt at the gateway: by its link, else, where bodies are redacted, the only unclaimed text to
 * this number at that time, if no other attempt lacks one. Throws VendorFailure when it could not look.
 */
export const findAtGateway = async ({ db, gateway }: FindDeps, sought: Sought): Promise<Sighting> => {
  const { phone: to, sender: from, linkToken: bodyContains, since } = sought
  const createdSince = new Date(since.getTime() - AROUND_CLAIM_MS)
  const { ours, unreadable } = await gateway.find({ to, from, bodyContains, createdSince })
  const known = await knownSids(
    db,
    [...ours, ...unreadable].map(({ messageSid }) => messageSid),
  )
  const isUnclaimed = ({ messageSid }: FoundSms) => !known.has(messageSid)
  const mine = ours.find(isUnclaimed)
  if (mine) return mine
  const [candidate, ...others] = unreadable.filter(isUnclaimed)
  if (!candidate) return 'absent'
  return others.length > 0 || (await hasRival(db, sought, createdSince)) ? 'ambiguous' : candidate
}

/** Which of these texts belong to attempts, test texts or codes of ours. */
export const knownSids = async (db: Reader, sids: string[]): Promise<Set<string>> => {
  if (sids.length === 0) return new Set()
  const { rows } = await sql<{ sid: string }>`
    select sid from unnest(${sids}::text[]) as sid
    where exists (select from send_attempts a where a.message_sid = sid)
       or exists (select from test_texts t where t.message_sid = sid)
       or exists (select from test_codes c where c.message_sid = sid)`.execute(db)
  return new Set(rows.map(({ sid }) => sid))
}

/** Whether a text to this number may as well be that of another attempt. */
const hasRival = async (
  db: Db,
  { attemptId, requestId, phone }: Sought,
  createdSince: Date,
): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    with mine as (
      select id, request_id, claimed_at from send_attempts
      where phone = ${phone} and message_sid is null and state in ('retry', 'unknown', 'absent')
      union all
      select id, request_id, claimed_at from send_attempts
      where phone = ${phone} and state = 'sending'
    )
    select exists (
      select from mine
      where id <> ${attemptId} and request_id is distinct from ${requestId} and claimed_at >= ${createdSince}
    ) or exists (
      select from test_texts
      where (phone = ${phone} or phone is null) and id <> ${attemptId} and message_sid is null
        and created_at >= ${createdSince} and state in ('sending', 'unknown', 'absent')
    ) or exists (
      select from test_codes
      where phone = ${phone} and message_sid is null and created_at >= ${createdSince}
    ) as is`.execute(db)
  return rows[0]!.is
}
