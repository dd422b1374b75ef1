import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { JOIN_INVOICE_OF_R } from '../../database/invoice-of-text.ts'
import { IS_OPTED_OUT_OF_R } from '../../opt-outs/opt-out.ts'
import type { TextDeps } from '../../texts/priced-text.ts'
import { canBeAnswered, senderTo } from '../../texts/sender-rules.ts'
import { foundTextOf, STALE_AFTER_MS } from './claim-queries.ts'
import type { SendingBusiness } from './sending-business.ts'
import { refuseClaim, type Claimable, type ClaimRefusal } from './claim-rules.ts'
import type { ClaimedText } from './claim-review-requests.ts'
import { RULED_INVOICE } from '../deciding/rules-queries.ts'
import { refuseDueReminders } from './due-reminders.ts'
import { failAttempts } from '../life/fail-attempts.ts'
import { tryAgain } from '../life/retry-attempts.ts'
import { openMs, opensAt, type HoursDeps } from './pace/opening-rules.ts'

type Retry = Omit<ClaimedText, 'openMs'> &
  Claimable & {
    timeZone: string
    country: string
    reminderOf: string | null
    /** An earlier attempt was reported after all. */
    isSent: boolean
  }

/**
 * Claims attempts that the gateway postponed, with their price still reserved, that are due again and whose invoice is
 * still paid.
 */
export const claimRetries = async (
  trx: TenantTrx,
  deps: TextDeps & HoursDeps,
  business: SendingBusiness,
  { now, most }: { now: Date; most: number },
): Promise<{ texts: ClaimedText[]; hasMore: boolean }> => {
  const due = await dueRetries(trx, business.id, { now, most })
  const unwanted = await refuseDueReminders(trx, business, due, now, (retry) => retry.requestId)
  const ended = due.flatMap((retry) => {
    const refusal = retry.isSent
      ? ALREADY_SENT
      : (refuseClaim(retry, business, now) ?? unwanted.get(retry.requestId))
    return refusal ? [{ retry, ...refusal }] : []
  })
  const stopped = ended.map(({ retry }) => retry)
  const open = due.filter((retry) => !stopped.includes(retry))
  const opens = (retry: Retry) => opensAt(deps, business, retry)(now)
  const late = open.filter((retry) => opens(retry) > now)
  const texts = open
    .filter((retry) => !late.includes(retry))
    .map((retry) => ({
      ...retry,
      sender: senderAgain(retry, business, deps.isTwoWay),
      openMs: openMs(deps, business, retry, now),
    }))

  await failAttempts(
    trx,
    business.id,
    ended.map(({ retry: { attemptId }, move, reason: code }) => ({
      attemptId,
      code,
      move: move === 'expire' ? 'lapse' : 'stop',
    })),
  )
  for (const retry of late) {
    await sql`update send_attempts set retry_at = ${opens(retry)}
      where business_id = ${business.id} and id = ${retry.attemptId}`.execute(trx)
  }
  await tryAgain(trx, business.id, texts, now)
  return { texts, hasMore: due.length === most }
}

/**
 * The gateway took nothing, so that a text goes by the sender of now: the operator may have corrected it. Its words
 * stay as they are, and where they have no link to opt out, it stays with a sender that can be replied to.
 */
const senderAgain = (
  { country, sender, body, linkToken }: Retry,
  { ownSender }: SendingBusiness,
  isTwoWay: boolean,
) => {
  const now = senderTo(country, ownSender)
  if (body.includes(`/o/${linkToken}`) || canBeAnswered(now, isTwoWay)) return now
  return canBeAnswered(sender, isTwoWay) ? sender : now
}

const ALREADY_SENT: ClaimRefusal = { move: 'cancel', reason: 'already_sent' }

const dueRetries = async (
  trx: TenantTrx,
  businessId: string,
  { now, most }: { now: Date; most: number },
): Promise<Retry[]> => {
  const { rows } = await sql<Retry>`
    select a.id as "attemptId", r.id as "requestId", a.phone, a.sender, r.phone_country as country, r.body,
           r.link_token as "linkToken", r.reminder_of as "reminderOf",
           org.time_zone as "timeZone", r.state <> 'sending' as "isSent", ${RULED_INVOICE} as ruled,
           r.meant_at as "meantAt",
           ${IS_OPTED_OUT_OF_R} as "isOptedOut"
    from send_attempts a
    join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    join organisations org on org.business_id = r.business_id and org.tenant_id = r.tenant_id
    ${JOIN_INVOICE_OF_R}
    where a.business_id = ${businessId} and a.state = 'retry' and a.retry_at <= ${now}
      and r.checked_at > ${new Date(now.getTime() - STALE_AFTER_MS)}
      and not exists (${foundTextOf(sql`r.link_token`, sql`r.phone_hash`)})
    order by a.retry_at
    limit ${most}
    for update of a skip locked`.execute(trx)
  return rows
}
