import { listStuck, settleStuck } from '../../../server/review-requests/sending/unknown/stuck-attempts.ts'
import type { Engine } from '../engine/engine.ts'
import type { Stage } from '../stage.ts'

/** The operator looks up at the gateway what was left to a person, and has sent again what is not there. */
export const settleWhatIsStuck = ({ schedule }: Engine, stage: Stage): Promise<void> =>
  schedule.as(stage.apiActor, async () => {
    const { db } = stage.parts()
    for (const { id, invoice } of await listStuck(db, 50)) {
      const isThere = stage
        .sandbox()
        .twilio.sent()
        .some(({ body }) => body.includes(invoice))
      if (!isThere) await settleStuck(db, [id], 'resend')
    }
  })
