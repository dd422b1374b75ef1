import { z } from 'zod'
import { asBusiness, type Db, type TenantTrx } from '../database/database.ts'
import type { SeenSms, SoughtSms } from '../integrations/twilio/twilio-types.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import { ENOUGH_TRIES, enqueue, type Tasks } from '../platform/postgres/work/jobs.ts'
import type { Log } from '../platform/process/log.ts'
import { concludeLook } from '../platform/unknown-outcome-rules.ts'
import { findAtGateway } from '../review-requests/sending/unknown/find-at-gateway.ts'
import { doubtTestText, recordLook, settleTestText } from './test-text-queries.ts'

const wantedTest = z.object({ businessId: z.guid(), id: z.guid() })
type Wanted = z.infer<typeof wantedTest>

type Deps = {
  db: Db
  databaseNow: () => Promise<Date>
  twilio: { find: (sought: SoughtSms) => Promise<SeenSms> }
  log: Log
}

const LOOK_AGAIN_MS = 60 * MINUTE_MS

/** While it is looked for, its price stays reserved: where tries run out, it is looked for every hour. */
export const createTestTextTasks = (deps: Deps): Tasks => ({
  'look-for-test-text': async (payload, { left } = { left: ENOUGH_TRIES }) => {
    const wanted = wantedTest.parse(payload)
    try {
      await lookForTestText(deps, wanted)
    } catch (cause) {
      if (left >= ENOUGH_TRIES) throw cause
      deps.log.error({ err: cause, test: wanted.id }, 'a test text cannot be looked for at the gateway')
      const runAt = new Date((await deps.databaseNow()).getTime() + LOOK_AGAIN_MS)
      await enqueueLook(deps.db, wanted, runAt)
    }
  },
})

const enqueueLook = (trx: Db | TenantTrx, wanted: Wanted, runAt: Date): Promise<void> =>
  enqueue(trx, 'look-for-test-text', wanted, { key: `test-text:${wanted.id}`, queue: 'twilio', runAt })

/**
 * Looks for a test text of unknown outcome: found at the gateway its price is captured, absent it is released. It is
 * not sent again. Throws VendorFailure when the gateway cannot be asked: the job is then tried again.
 */
const lookForTestText = async (
  { db, databaseNow, twilio }: Deps,
  { businessId, id }: Wanted,
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
      await enqueueLook(trx, { businessId, id }, conclusion.nextLookAt)
    }
  })
}
