import { sql } from 'kysely'
import type { SystemTrx, TenantTrx, Trx } from '../database/database.ts'
import { MOST_TRIES } from './test-code-rules.ts'

export const isConfirmed = async (
  trx: TenantTrx,
  businessId: string,
  phoneHash: Buffer,
): Promise<boolean> => {
  const { rows } = await sql`
    select from test_numbers where business_id = ${businessId} and phone_hash = ${phoneHash}`.execute(trx)
  return rows.length > 0
}

export const confirmNumber = async (
  trx: TenantTrx,
  number: { businessId: string; userId: string; phoneHash: Buffer; now: Date },
): Promise<void> => {
  const { businessId, userId, phoneHash, now } = number
  await sql`
    insert into test_numbers (business_id, phone_hash, user_id, confirmed_at)
    values (${businessId}, ${phoneHash}, ${userId}, ${now})
    on conflict (business_id, phone_hash) do update
    set user_id = excluded.user_id, confirmed_at = excluded.confirmed_at`.execute(trx)
  await sql`
    update test_codes set expires_at = ${now}
    where business_id = ${businessId} and phone_hash = ${phoneHash} and expires_at > ${now}`.execute(trx)
}

/** Codes of one business are begun one after another. */
export const lockCodes = async (trx: TenantTrx, businessId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('test-code:' || ${businessId}, 0))`.execute(trx)
}

type SentCode = { at: Date; isToNumber: boolean }

/** Also those whose text was refused: numbers must not be tried out for nothing. */
export const findCodes = async (
  trx: TenantTrx,
  { businessId, phoneHash, since }: { businessId: string; phoneHash: Buffer; since: Date },
): Promise<SentCode[]> => {
  const { rows } = await sql<SentCode>`
    select created_at as at, phone_hash = ${phoneHash} as "isToNumber" from test_codes
    where business_id = ${businessId} and created_at > ${since}`.execute(trx)
  return rows
}

export type KeyedCode = {
  phoneHash: Buffer
  createdAt: Date
  expiresAt: Date
  isAnswered: boolean
  messageSid: string | null
  errorCode: string | null
}

export const findCodeByKey = async (
  trx: TenantTrx,
  businessId: string,
  key: string,
): Promise<KeyedCode | undefined> => {
  const { rows } = await sql<KeyedCode>`
    select phone_hash as "phoneHash", created_at as "createdAt", expires_at as "expiresAt",
           answered_at is not null as "isAnswered", message_sid as "messageSid", error_code as "errorCode"
    from test_codes where business_id = ${businessId} and request_key = ${key}`.execute(trx)
  return rows[0]
}

/** The code that this user had texted to this number last, of those that still count. */
export const findOpenCode = async (
  trx: TenantTrx,
  of: { businessId: string; userId: string; phoneHash: Buffer; now: Date },
): Promise<{ createdAt: Date; expiresAt: Date; isSent: boolean } | undefined> => {
  const { rows } = await sql<{ createdAt: Date; expiresAt: Date; isSent: boolean }>`
    select created_at as "createdAt", expires_at as "expiresAt", message_sid is not null as "isSent"
    from test_codes
    where business_id = ${of.businessId} and user_id = ${of.userId} and phone_hash = ${of.phoneHash}
      and expires_at > ${of.now} and tries < ${MOST_TRIES} and error_code is null
    order by created_at desc limit 1`.execute(trx)
  return rows[0]
}

export const insertCode = async (
  trx: TenantTrx,
  code: {
    businessId: string
    id: string
    userId: string
    key: string
    phone: string
    phoneHash: Buffer
    codeHash: Buffer
    now: Date
    expiresAt: Date
  },
): Promise<void> => {
  await trx
    .insertInto('test_codes')
    .values({
      business_id: code.businessId,
      id: code.id,
      user_id: code.userId,
      request_key: code.key,
      phone: code.phone,
      phone_hash: code.phoneHash,
      code_hash: code.codeHash,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** What the gateway answered to a code's text: a sid, an error, or neither where its answer was lost. */
export const recordCodeAnswer = async (
  trx: TenantTrx,
  businessId: string,
  id: string,
  answer: { messageSid: string | null; errorCode: string | null; now: Date },
): Promise<void> => {
  const isLost = answer.messageSid === null && answer.errorCode === null
  await sql`
    update test_codes
    set answered_at = ${answer.now}, message_sid = ${answer.messageSid}, error_code = ${answer.errorCode},
        phone = case when ${isLost} then phone end
    where business_id = ${businessId} and id = ${id}`.execute(trx)
}

/** Its text was certainly not taken: it does not count. */
export const dropCode = async (trx: TenantTrx, businessId: string, id: string): Promise<void> => {
  await sql`delete from test_codes where business_id = ${businessId} and id = ${id}`.execute(trx)
}

/** Counts a try against each code that still counts for this number, and returns them. */
export const tryCodes = async (
  trx: TenantTrx,
  { businessId, phoneHash, now }: { businessId: string; phoneHash: Buffer; now: Date },
): Promise<{ id: string; codeHash: Buffer; tries: number }[]> => {
  const { rows } = await sql<{ id: string; codeHash: Buffer; tries: number }>`
    update test_codes set tries = tries + 1
    where business_id = ${businessId} and phone_hash = ${phoneHash} and expires_at > ${now}
      and tries < ${MOST_TRIES} and error_code is null
    returning id, code_hash as "codeHash", tries`.execute(trx)
  return rows
}

/** No test goes to the numbers of this business any more, unless they are confirmed again. */
export const forgetTestNumbers = async (trx: SystemTrx, businessId: string, now: Date): Promise<void> => {
  await sql`delete from test_numbers where business_id = ${businessId}`.execute(trx)
  await sql`
    update test_codes set expires_at = ${now} where business_id = ${businessId} and expires_at > ${now}`.execute(
    trx,
  )
}

/** Of one business or (null) of all. Returns how many there were. */
export const eraseTestNumber = async (
  trx: Trx,
  { businessId, phoneHash }: { businessId: string | null; phoneHash: Buffer },
): Promise<number> => {
  const isMeant = sql`phone_hash = ${phoneHash} and (${businessId}::uuid is null or business_id = ${businessId}::uuid)`
  await sql`delete from test_codes where ${isMeant}`.execute(trx)
  const { numAffectedRows } = await sql`delete from test_numbers where ${isMeant}`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
