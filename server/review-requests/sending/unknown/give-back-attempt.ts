import { sql } from 'kysely'
import type { TenantTrx } from '../../../database/database.ts'
import { readDatabaseClock } from '../../../platform/postgres/connections/database-clock.ts'
import { restOf } from '../../deciding/decide-in-turn.ts'
import { customerHistories, lockDecisions, type DecidingBusiness } from '../../deciding/decision-queries.ts'
import { endDecided } from '../../deciding/end-decided.ts'
import { isCooling } from '../../deciding/review-request-rules.ts'
import { failAttempts } from '../../life/fail-attempts.ts'
import { wakeSender } from '../../life/release-requests.ts'

type NeverTaken = { attemptId: string; requestId: string; move: 'resend' | 'failStuck' }

/**
 * The gateway never took this attempt: its price is released, and its request is due once more, or failed. One that is
 * due is cancelled where its customer was asked about another invoice since, or is to be, and rests. Undefined where
 * somebody else has settled it.
 */
export const giveBackAttempt = async (
  trx: TenantTrx,
  businessId: string,
  { attemptId, requestId, move }: NeverTaken,
): Promise<{ isResting: boolean } | undefined> => {
  // Nobody is decided to be asked meanwhile.
  const business = await lockDecisions(trx, businessId)
  const moved = await failAttempts(trx, businessId, [{ attemptId, code: 'never_accepted', move }])
  if (moved === 0) return undefined
  const isResting = move === 'resend' && (await givesWay(trx, { businessId, business, requestId }))
  wakeSender(trx, businessId)
  return { isResting }
}

type OneText = { id: string; tenantId: string; invoiceId: string; phoneHash: Buffer; linkToken: string }

/**
 * As where a contact is corrected: a text goes, or waits, for its customer already, and this one goes only if that one
 * does not. A reminder has its own rule.
 */
const givesWay = async (
  trx: TenantTrx,
  given: { businessId: string; business: DecidingBusiness; requestId: string },
): Promise<boolean> => {
  const { businessId, business, requestId } = given
  const { rows } = await sql<OneText>`
    select id, tenant_id as "tenantId", invoice_id as "invoiceId", phone_hash as "phoneHash", link_token as "linkToken"
    from review_requests where business_id = ${businessId} and id = ${requestId} and reminder_of is null`.execute(
    trx,
  )
  const [one] = rows
  if (!one) return false
  const { id, tenantId, phoneHash, linkToken } = one
  const now = await readDatabaseClock(trx)
  const histories = await customerHistories(trx, { businessId, now, except: { id, linkToken } }, [phoneHash])
  const history = histories.get(phoneHash.toString('hex'))
  if (!history || !isCooling({ ...history, ...business, now })) return false
  const rest = restOf(history, business)
  return endDecided(trx, { businessId, tenantId }, one, { reason: 'cooldown', rest })
}
