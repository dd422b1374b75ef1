import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../database/database.ts'
import type { ListedSent, ReadSms } from '../../../integrations/twilio/twilio-types.ts'
import { everySender } from '../../../senders/sender-queries.ts'
import { countSegments } from '../../../texts/text-rules.ts'
import { linkTokenIn } from '../../../texts/link-token.ts'
import { AROUND_CLAIM_MS, knownSids } from './find-at-gateway.ts'
import { recordAccepted, type Accepted, type SettledText } from '../record-accepted.ts'

const AROUND_CLAIM = sql`${AROUND_CLAIM_MS} * interval '1 millisecond'`
/** A text goes within seconds of its claim. */
const isOfItsTime = (claimedAt: RawBuilder<unknown>) =>
  sql`${claimedAt} between t.sent_at - ${AROUND_CLAIM} and t.sent_at + ${AROUND_CLAIM}`

export type FindDeps = {
  db: Db
  publicUrl: string
  hashPhone: (phone: string) => Buffer
  recordSettled: (settled: SettledText[]) => void
}

/** What has happened to the database, as far as is known. */
export type After = 'restore' | 'restart' | 'nothing'

export type Forgotten = {
  message_sid: string
  kind: 'link' | 'redacted' | 'other'
  link_token: string | null
  phone_hash: string | null
  segments: number
  sent_at: Date
}

/**
 * Of texts at the gateway, those that nothing on record explains: the database has forgotten them. One with a link of
 * ours, from whatever sender, or one of a sender of ours without words, may be that of a review request; any other is a
 * code, or somebody else's. After a restore an own sender may be forgotten as well, so that one without words counts.
 */
export const forgottenAmong = async (
  deps: FindDeps,
  listed: ListedSent[],
  { now, after }: { now: Date; after: After },
): Promise<Forgotten[]> => {
  // A list that is read once more has nothing new on most of its pages.
  if (listed.length === 0) return []
  const own = await everySender(deps.db)
  const rows = listed.flatMap((text): Forgotten[] => {
    const token = text.body === undefined ? undefined : linkTokenIn(text.body, deps.publicUrl)
    const isWordless = after === 'restore' && text.body === undefined
    const isOurs = text.isOfSender || isWordless || own.has(text.from ?? '')
    if (token === undefined && !isOurs) return []
    return [
      {
        message_sid: text.messageSid,
        kind: token ? 'link' : text.body === undefined ? 'redacted' : 'other',
        link_token: token ?? null,
        phone_hash: `\\x${deps.hashPhone(text.to).toString('hex')}`,
        segments: (text.body === undefined ? text.segments : countSegments(text.body)) ?? 1,
        sent_at: text.createdAt ?? now,
      },
    ]
  })
  const known = await knownSids(
    deps.db,
    rows.map((row) => row.message_sid),
  )
  const unknown = rows.filter((row) => !known.has(row.message_sid))
  if (unknown.length === 0) return []
  const numbers = new Map(listed.map(({ messageSid, to }) => [messageSid, to]))
  const asked = unknown.map((row) => ({ ...row, phone: numbers.get(row.message_sid) }))
  const { rows: explained } = await sql<{ sid: string }>`
    with open as materialized (${openAttempts(after)})
    select t.message_sid as sid
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as t (
      message_sid text, kind text, link_token text, phone_hash bytea, phone text, sent_at timestamptz)
    where exists (select from found_texts f where f.message_sid = t.message_sid and (f.kind = t.kind or f.kind <> 'other'))
       -- Recorded since they were called unknown.
       or exists (select from send_attempts a where a.message_sid = t.message_sid)
       or exists (select from test_texts x where x.message_sid = t.message_sid)
       or exists (select from test_codes c where c.message_sid = t.message_sid)
       or exists (select from test_texts x where x.link_token = t.link_token)
       or exists (
            select from open
            where open.link_token = t.link_token and (is_looked_for or ${after === 'nothing'} and ${isOfItsTime(sql`open.claimed_at`)}))
       -- Without words only by its moment, also one that is no review request's.
       or (t.kind = 'redacted' and (
             exists (select from open where open.phone_hash = t.phone_hash and ${isOfItsTime(sql`open.claimed_at`)})
             or exists (select from test_codes c
                        where c.phone_hash = t.phone_hash and c.message_sid is null and ${isOfItsTime(sql`c.created_at`)})
             or exists (select from test_texts x
                        where x.phone = t.phone and x.message_sid is null and ${isOfItsTime(sql`x.created_at`)})))`.execute(
    deps.db,
  )
  const isExplained = new Set(explained.map(({ sid }) => sid))
  return unknown.filter((row) => !isExplained.has(row.message_sid))
}

/**
 * Their outcome is awaited, or looked for; those that were not found may be listed late. After a restore, or what seems
 * a restart, one whose request has gone no further explains nothing, and one that no look will find no text with its
 * link: that of a later attempt may be forgotten.
 */
const openAttempts = (after: After): RawBuilder<unknown> => sql`
  select r.link_token, r.phone_hash, a.claimed_at,
         a.state = 'sending' or a.state = 'absent' and ${after !== 'nothing'}
           or a.state = 'unknown' and a.next_look_at is not null as is_looked_for
  from send_attempts a
  join review_requests r on r.business_id = a.business_id and r.id = a.request_id
  where a.message_sid is null and (a.state = 'sending' or a.state = 'unknown' or a.state = 'absent')
    and not (${after !== 'nothing'} and a.state = 'absent' and r.state <> 'sent' and r.state <> 'delivered')`

/** Of a code, or of somebody else's, nothing has to be taken over. */
export const mayBeRequests = ({ kind }: Forgotten): boolean => kind !== 'other'

/**
 * Keeps what was forgotten until its invoice is decided anew, or settles the attempt that the gateway had postponed, or
 * that waited for the operator, at the restored moment. Returns the texts with a link of ours, or without words.
 */
export const keepForgotten = async (deps: FindDeps, forgotten: Forgotten[]): Promise<Forgotten[]> => {
  if (forgotten.length === 0) return []
  const given = JSON.stringify(forgotten)
  const waiting = await waitingFor(deps.db, given)
  deps.recordSettled(await recordAccepted(deps.db, waiting))
  const settled = waiting.map(({ messageSid }) => messageSid)
  await sql`
    insert into found_texts (message_sid, kind, link_token, phone_hash, segments, sent_at, adopted_at)
    select message_sid, kind, link_token, phone_hash, segments, sent_at,
           case when message_sid = any(${settled}::text[]) then now() end
    from jsonb_to_recordset(${given}::jsonb) as t (
      message_sid text, kind text, link_token text, phone_hash bytea, segments smallint, sent_at timestamptz)
    on conflict (message_sid) do update
    set kind = excluded.kind, link_token = excluded.link_token, phone_hash = excluded.phone_hash,
        segments = excluded.segments, sent_at = excluded.sent_at, found_at = now(), adopted_at = excluded.adopted_at
    where found_texts.kind = 'other'`.execute(deps.db)
  return forgotten.filter(mayBeRequests)
}

/** What a report told of, with its words, where they lead to a review request. */
export const nameForgotten = async (deps: FindDeps, { messageSid, body }: ReadSms): Promise<void> => {
  const token = body === undefined ? undefined : linkTokenIn(body, deps.publicUrl)
  if (body === undefined || token === undefined) return
  const { rows } = await sql<{ sentAt: Date }>`
    select sent_at as "sentAt" from found_texts where message_sid = ${messageSid}`.execute(deps.db)
  await keepForgotten(deps, [
    {
      message_sid: messageSid,
      kind: 'link',
      link_token: token,
      phone_hash: null,
      segments: countSegments(body),
      sent_at: rows[0]!.sentAt,
    },
  ])
}

/** By its link; without words, each in turn is that of an attempt to its number that was postponed before it. */
const waitingFor = async (db: Db, given: string): Promise<Accepted[]> => {
  const { rows } = await sql<Accepted>`
    with texts as (
      select *, row_number() over (partition by kind, phone_hash order by sent_at, message_sid) as place
      from jsonb_to_recordset(${given}::jsonb) as t (
        message_sid text, kind text, link_token text, phone_hash bytea, sent_at timestamptz)
    ), waiting as (
      select a.id, a.state, a.claimed_at, r.link_token, r.phone_hash,
             row_number() over (partition by a.state, r.phone_hash order by a.claimed_at, a.id) as place
      from send_attempts a
      join review_requests r on r.business_id = a.business_id and r.id = a.request_id
      where a.message_sid is null and (a.state = 'retry' or (a.state = 'unknown' and a.next_look_at is null))
    )
    select distinct on (id) id as "attemptId", message_sid as "messageSid"
    from (
      select w.id, t.message_sid, 1 as rank from waiting w join texts t on t.link_token = w.link_token
      union all
      select w.id, t.message_sid, 2
      from waiting w
      join texts t on t.phone_hash = w.phone_hash and t.place = w.place and t.sent_at > w.claimed_at - ${AROUND_CLAIM}
      where w.state = 'retry' and t.kind = 'redacted'
    ) theirs
    order by id, rank`.execute(db)
  return rows
}
