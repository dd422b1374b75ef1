import type { ReviewRequestResponse } from '../../../contracts/review-requests.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import type { TenantTrx } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Reviewed } from '../reminding/refuse-waiting.ts'
import { findExpectedTurns, type TurnDeps } from '../sending/pace/waiting-turns.ts'
import { clockThere } from './words/customers-clock-rules.ts'
import { draftOfText } from './draft-of-text.ts'
import { presentDetails, presentRequest } from './present-request-rules.ts'
import { readReminder, type ReminderDeps } from './read-reminder.ts'
import { findRequestDetails } from './request-details-queries.ts'
import { findRequest } from './timeline-queries.ts'

/** One text with all that is on record of it. Throws Refusal 404. */
export const readRequest = async (
  trx: TenantTrx,
  deps: ReminderDeps & TurnDeps,
  businessId: string,
  { id, now, reviewed }: { id: string; now: Date; reviewed?: Reviewed },
): Promise<ReviewRequestResponse> => {
  const found = await findRequest(trx, businessId, id)
  const details = found && (await findRequestDetails(trx, businessId, found.id))
  if (!details) throw new Refusal('not-found', 404, 'There is no such review request.')
  const timeZone = await findTimeZone(trx, businessId)
  const { reminderOf } = found
  const expected = found.isCrowded ? await findExpectedTurns(trx, deps, businessId) : undefined
  return {
    request: presentRequest(found, { now, timeZone, expected }),
    reminder:
      reminderOf === null
        ? await readReminder(trx, deps, businessId, { id, here: { now, timeZone }, reviewed })
        : null,
    ...presentDetails({ ...details, dueThere: clockThere(found, timeZone) }),
    draft: await draftOfText(trx, deps, businessId, id),
    timeZone,
  }
}
