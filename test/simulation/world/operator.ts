import { sql } from 'kysely'
import type { Db } from '../../../server/database/database.ts'
import { listStuck, settleStuck } from '../../../server/review-requests/sending/unknown/stuck-attempts.ts'
import type { Engine } from '../engine/engine.ts'
import type { Stage } from '../stage.ts'

/** The operator looks up at the gateway what was left to a person, and has sent again what is not there. */
export const settleWhatIsStuck = ({ schedule }: Engine, stage: Stage): Promise<void> =>
  schedule.as(stage.apiActor, async () => {
    const { db } = stage.parts()
    for (const { id } of await listStuck(db, 50)) {
      const sent = stage.sandbox().twilio.sent()
      if (!isAtGateway(sent, await linkOf(db, id))) await settleStuck(db, [id], 'resend')
    }
  })

/** By its link: two businesses may have sent an invoice of the same number. */
export const isAtGateway = (sent: { body: string }[], { linkToken }: { linkToken: string }): boolean =>
  sent.some(({ body }) => body.includes(`/r/${linkToken}`))

const linkOf = async (db: Db, attemptId: string): Promise<{ linkToken: string }> => {
  const { rows } = await sql<{ linkToken: string }>`
    select r.link_token as "linkToken"
    from send_attempts a join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    where a.id = ${attemptId}`.execute(db)
  return rows[0]!
}
