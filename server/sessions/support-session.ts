import type { Db, SystemTrx } from '../database/database.ts'
import { HOUR_MS } from '../platform/dates.ts'
import { newSecret, sha256 } from '../platform/seal.ts'

const MOST_MS = HOUR_MS

export type SupportSession = {
  hash: Buffer
  userId: string
  businessId: string
  operator: { name: string; admittedBy: string }
  endsAt: Date
}

type Beginning = {
  businessId: string
  consent: { id: string; endsAt: Date }
  operator: { name: string; hash: Buffer }
  now: Date
}

/** An operator looks at an owner's screens: for an hour, and no longer than the owner allows. Changes nothing. */
export const beginSupportSession = async (
  trx: SystemTrx,
  { businessId, consent, operator, now }: Beginning,
): Promise<string> => {
  const token = newSecret()
  await trx
    .insertInto('support_sessions')
    .values({
      business_id: businessId,
      token_hash: sha256(token),
      consent_id: consent.id,
      operator: operator.name,
      operator_session: operator.hash,
      began_at: now,
      ends_at: new Date(Math.min(now.getTime() + MOST_MS, consent.endsAt.getTime())),
    })
    .execute()
  return token
}

/** Unless it is over: by its time, with the consent, the operator's own session, or the owner's account. */
export const findSupportSession = async (
  db: Db,
  token: string,
  now: Date,
): Promise<SupportSession | undefined> => {
  const hash = sha256(token)
  const row = await db
    .selectFrom('support_sessions as s')
    .innerJoin('support_consents as c', (join) =>
      join.onRef('c.business_id', '=', 's.business_id').onRef('c.id', '=', 's.consent_id'),
    )
    .innerJoin('operator_sessions as o', 'o.token_hash', 's.operator_session')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['s.business_id', 's.operator', 's.ends_at', 'c.user_id', 'o.admitted_by'])
    .where('s.token_hash', '=', hash)
    .where('s.ends_at', '>', now)
    .where('c.withdrawn_at', 'is', null)
    .where('c.ends_at', '>', now)
    .where('o.expires_at', '>', now)
    .where('u.deactivated_at', 'is', null)
    .whereRef('u.business_id', '=', 's.business_id')
    .executeTakeFirst()
  return (
    row && {
      hash,
      userId: row.user_id,
      businessId: row.business_id,
      operator: { name: row.operator, admittedBy: row.admitted_by },
      endsAt: row.ends_at,
    }
  )
}

/** Returns whose screens it showed, and to whom; undefined where there was none. */
export const endSupportSession = (
  trx: SystemTrx,
  token: string,
): Promise<{ businessId: string; operator: string } | undefined> =>
  trx
    .deleteFrom('support_sessions')
    .where('token_hash', '=', sha256(token))
    .returning(['business_id as businessId', 'operator'])
    .executeTakeFirst()
