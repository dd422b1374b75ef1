import { z } from 'zod'
import { asBusiness, type Db } from '../database/database.ts'
import type { FoundSms } from '../integrations/twilio/twilio-types.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import { enqueue, type Tasks } from '../platform/postgres/jobs.ts'
import { lookAtTestText, settleTestText } from './test-text-queries.ts'

export type SmsTaskDeps = {
  db: Db
  clock: () => Date
  twilio: { find: (wanted: { to: string; bodyContains: string }) => Promise<FoundSms | undefined> }
}

const payload = z.object({ businessId: z.guid(), id: z.guid() })

const LOOKS = 3
const BETWEEN_LOOKS_MS = 2.5 * MINUTE_MS

export const createSmsTasks = (deps: SmsTaskDeps): Tasks => ({
  'look-for-test-text': async (wanted) => lookForTestText(deps, payload.parse(wanted)),
})

/**
 * A test text whose fate we never heard: found at the gateway it is charged for, absent in three looks over five
 * minutes it is paid back. It is never sent again.
 */
const lookForTestText = async (
  { db, clock, twilio }: SmsTaskDeps,
  { businessId, id }: { businessId: string; id: string },
): Promise<void> => {
  const open = await asBusiness(db, businessId, (trx) => lookAtTestText(trx, businessId, id))
  if (!open) return
  const found = await twilio.find({ to: open.phone, bodyContains: open.linkToken })
  const now = clock()
  await asBusiness(db, businessId, async (trx) => {
    if (found) {
      const fate = { state: 'accepted' as const, messageSid: found.messageSid }
      await settleTestText(trx, businessId, id, fate, now)
    } else if (open.looks >= LOOKS) {
      await settleTestText(trx, businessId, id, { state: 'absent' }, now)
    } else {
      const runAt = new Date(now.getTime() + BETWEEN_LOOKS_MS)
      await enqueue(trx, 'look-for-test-text', { businessId, id }, { key: `test-text:${id}`, runAt })
    }
  })
}
