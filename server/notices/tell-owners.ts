import { asBusiness, type Db } from '../database/database.ts'
import type { MailPort } from '../integrations/mail/mail.ts'
import { guessTextCents } from '../payments/top-ups/text-price.ts'
import type { Env } from '../platform/process/env.ts'
import type { Log } from '../platform/process/log.ts'
import { newSecret } from '../platform/seal.ts'
import type { TextDeps } from '../texts/priced-text.ts'
import { findWatched, type Watched } from './notice-queries.ts'
import { decideNotice, fundsLevel, writeNotice, type Told } from './notice-rules.ts'
import { sendNotice, type Mailed } from './send-notice.ts'

export type NoticeDeps = TextDeps & {
  db: Db
  mail: Pick<MailPort, 'isOn' | 'send'>
  clock: () => Date
  log: Log
  env: Pick<Env, 'REVIEWS'>
}

/**
 * Mails each owner changes of her funds and of her connection to Xero, until this process stops or the mail server
 * does not answer. Returns how many were sent.
 */
export const tellOwners = async (deps: NoticeDeps, stopping?: AbortSignal): Promise<number> => {
  if (!deps.mail.isOn) return 0
  let sent = 0
  for (const watched of await findWatched(deps.db)) {
    if (stopping?.aborted) break
    const mailed = await tellOwner(deps, watched)
    if (mailed === 'sent') sent += 1
    if (mailed === 'no-answer') break
  }
  return sent
}

const tellOwner = async (deps: NoticeDeps, watched: Watched): Promise<Mailed> => {
  const now = deps.clock()
  const textCents = watched.averageCents ?? (await guessCents(deps, watched.businessId))
  const availableCents = watched.availableCents ?? 0
  const told: Told = {
    fundsLevel: watched.fundsLevel ?? 0,
    xeroTold: watched.xeroTold ?? false,
    lastSentAt: watched.lastSentAt,
    isOff: watched.isOff ?? false,
  }
  const situation = {
    isXeroLost: watched.isXeroLost ?? false,
    refusedSince: watched.refusedSince,
    fundsLevel: fundsLevel({
      availableCents,
      textCents,
      isWaiting: watched.waiting > 0,
      everHadFunds: watched.availableCents !== null,
    }),
  }
  const { mail, remember } = decideNotice(told, situation, now)
  const isSame = remember.fundsLevel === told.fundsLevel && remember.xeroTold === told.xeroTold
  if (!mail && isSame) return 'not-sent'
  const offToken = watched.offToken ?? newSecret()
  const claimed = await claim(deps, watched, offToken, {
    ...remember,
    lastSentAt: mail ? now : told.lastSentAt,
  })
  if (!mail || !claimed) return 'not-sent'
  const words = writeNotice({
    ...mail,
    ...watched,
    name: watched.ownerName,
    availableCents,
    textCents,
    publicUrl: deps.publicUrl,
    offUrl: `${deps.publicUrl}/n/${offToken}`,
  })
  const notice = { to: watched.email, ...words, unsubscribeUrl: `${deps.publicUrl}/n/${offToken}` }
  return sendNotice(deps, watched.businessId, notice, () => restore(deps.db, watched.businessId, told))
}

const guessCents = (deps: NoticeDeps, businessId: string): Promise<number> =>
  asBusiness(deps.db, businessId, async (trx) => (await guessTextCents(trx, businessId, deps)).cents)

type Remembered = Pick<Told, 'fundsLevel' | 'xeroTold' | 'lastSentAt'>

/** Recorded before the mail is sent, and by one worker only: no mail is better than two. */
const claim = async (
  { db }: NoticeDeps,
  { businessId, lastSentAt }: Watched,
  offToken: string,
  next: Remembered,
): Promise<boolean> => {
  const values = { funds_level: next.fundsLevel, xero_told: next.xeroTold, last_sent_at: next.lastSentAt }
  const row = await db
    .insertInto('owner_notices')
    .values({ business_id: businessId, off_token: offToken, ...values })
    .onConflict((conflict) =>
      conflict
        .column('business_id')
        .doUpdateSet(values)
        .where((where) =>
          where.and([
            where('owner_notices.off_token', '=', offToken),
            where('owner_notices.last_sent_at', 'is not distinct from', lastSentAt),
          ]),
        ),
    )
    .returning('business_id')
    .executeTakeFirst()
  return row !== undefined
}

const restore = async (db: Db, businessId: string, told: Told): Promise<void> => {
  await db
    .updateTable('owner_notices')
    .set({ funds_level: told.fundsLevel, xero_told: told.xeroTold, last_sent_at: told.lastSentAt })
    .where('business_id', '=', businessId)
    .execute()
}
