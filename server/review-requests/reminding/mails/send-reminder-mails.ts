import { asBusiness, type Db } from '../../../database/database.ts'
import { isOfMailbox, type MailPort } from '../../../integrations/mail/mail.ts'
import { MINUTE_MS } from '../../../platform/dates.ts'
import { VendorFailure } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/process/log.ts'
import { claimMail, type ClaimedMail, type RefuseMail } from './claim-mail.ts'
import { expireLateMails } from './end-mails.ts'
import { findDueMails, type DueMail } from './mail-queries.ts'
import { writeMailAbout } from './mail-words-rules.ts'
import { doubtStaleMails, recordMail, type MailOutcome } from './record-mail.ts'

export type { RefuseMail }

export type MailsDeps = {
  db: Db
  mail: Pick<MailPort, 'isOn' | 'send'>
  log: Pick<Log, 'warn'>
  databaseNow: () => Promise<Date>
  /** Whether this process may claim: not right after it stood still. */
  isRested: () => boolean
  publicUrl: string
  isLive: boolean
  refuseMail: RefuseMail
}

const RETRY_AFTER_MS = 30 * MINUTE_MS
/** Whatever the mail is: the next would only wait as well. */
const AWAY = new Set(['no-answer', 'smtp-421'])

/**
 * Sends each reminder by mail that is due, once: the claim is committed before the mail server is asked, and what it
 * may have taken is never sent again. Ends where this process stops or the mail server is away. Returns how many went.
 */
export const sendReminderMails = async (deps: MailsDeps, stopping?: AbortSignal): Promise<number> => {
  const began = await deps.databaseNow()
  await doubtStaleMails(deps.db, began)
  await expireLateMails(deps.db, began)
  if (!deps.mail.isOn) return 0
  let sent = 0
  for (const due of await findDueMails(deps.db, began)) {
    if (stopping?.aborted || !deps.isRested()) break
    const now = await deps.databaseNow()
    const claimed = await asBusiness(deps.db, due.businessId, (trx) => claimMail(trx, deps, due, now))
    if (!claimed) continue
    const { outcome, isAway } = await hand(deps, due, claimed)
    const handedAt = await deps.databaseNow()
    await asBusiness(deps.db, due.businessId, (trx) =>
      recordMail(trx, due.businessId, due.requestId, { outcome, now: handedAt }),
    )
    if (outcome.move === 'send') sent += 1
    if (isAway) break
  }
  return sent
}

const hand = async (
  { mail, publicUrl, log, databaseNow }: MailsDeps,
  { businessId, requestId }: DueMail,
  claimed: ClaimedMail,
): Promise<{ outcome: MailOutcome; isAway: boolean }> => {
  const { optOutUrl, ...words } = writeMailAbout(claimed, publicUrl)
  const { email: to, businessName: fromName, ownerEmail: replyTo } = claimed
  try {
    await mail.send({ to, ...words, fromName, ...(replyTo ? { replyTo } : {}), unsubscribeUrl: optOutUrl })
    return { outcome: { move: 'send', reason: null }, isAway: false }
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    log.warn({ err: cause, business: businessId, request: requestId }, 'a reminder was not taken')
    return { outcome: outcomeOf(cause, await databaseNow()), isAway: AWAY.has(cause.code) }
  }
}

/** A refusal of our own sender or sign-in is no fault of this mail: it waits, as it does for a server that is away. */
const outcomeOf = (failure: VendorFailure, now: Date): MailOutcome => {
  if (failure.kind === 'outcome-unknown') return { move: 'doubt', reason: 'no_answer' }
  if (isOfMailbox(failure)) return { move: 'refuse', reason: 'bounced' }
  if (failure.kind === 'rejected' && isOfWords(failure)) return { move: 'refuse', reason: 'refused' }
  return { move: 'retryLater', reason: failure.code, dueAt: new Date(now.getTime() + RETRY_AFTER_MS) }
}

const isOfWords = ({ cause }: VendorFailure): boolean =>
  (cause as { code?: string } | undefined)?.code === 'EMESSAGE'
