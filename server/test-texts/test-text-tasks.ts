import { z } from 'zod'
import { asBusiness, type Db } from '../database/database.ts'
import type { SeenSms, SoughtSms } from '../integrations/twilio/twilio-types.ts'
import { enqueue, type Tasks } from '../platform/postgres/work/jobs.ts'
import { concludeLook } from '../platform/unknown-outcome-rules.ts'
import { findAtGateway } from '../review-requests/sending/unknown/find-at-gateway.ts'
import { doubtTestText, recordLook, settleTestText } from './test-text-queries.ts'

const payload = z.object({ businessId: z.guid(), id: z.guid() })

export const createTestTextTasks = (deps: Parameters<typeof lookForTestText>[0]): Tasks => ({
  'look-for-test-text': async (wanted) => lookForTestText(deps, payload.parse(wanted)),
})

/**
 * Looks for a test text of unknown outcome: found at the gateway its price is captured, absent it is released. It is
 * not sent again. Throws VendorFailure when the gateway cannot be asked: the job is then tried again.
 */
const lookForTestText = async (
  {
    db,
    databaseNow,
    twilio,
  }: {
    db: Db
    databaseNow: () => Promise<Date>
    twilio: { find: (sought: SoughtSms) => Promise<SeenSms> }
  },
  { businessId, id }: { businessId: string; id: string },
): Promise<void> => {
  const open = await asBusiness(db, businessId, (trx) => doubtTestText(trx, businessId, id))
  if (!open) return
  const askedAt = await databaseNow()
  const { phone, sender, linkToken, createdAt: since } = open
  const sought = { attemptId: id, requestId: null, phone, sender, linkToken, since }
  const found = await findAtGateway({ db, gateway: twilio }, sought)
  const now = await databaseNow()
  await asBusiness(db, businessId, async (trx) => {
    if (typeof found === 'object') {
      const fate = { state: 'accepted' as const, messageSid: found.messageSid }
      await settleTestText(trx, businessId, id, fate, now)
      return
    }
    const conclusion = concludeLook(open, 'absent', askedAt)
    if (conclusion.kind === 'never-accepted') {
      await settleTestText(trx, businessId, id, { state: 'absent' }, now)
    }
    if (conclusion.kind === 'look-again') {
      await recordLook(trx, businessId, id, conclusion)
      const runAt = conclusion.nextLookAt
      await enqueue(
        trx,
        'look-for-test-text',
        { businessId, id },
        { key: `test-text:${id}`, queue: 'twilio', runAt },
      )
    }
  })
}
