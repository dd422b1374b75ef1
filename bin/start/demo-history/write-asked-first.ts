import { ASKED_OWNER } from '../../../sandbox/google/people.ts'
import { ASKED_BUSINESS } from '../../../sandbox/places/businesses.ts'
import {
  ASKED_ACCESS_TOKEN,
  ASKED_ORGANISATION,
  ASKED_REFRESH_TOKEN,
} from '../../../sandbox/xero/demo/asked-organisation.ts'
import { CANCELLED_BY_OWNER } from '../../../server/review-requests/holding/holding-rules.ts'
import { keepChoice } from '../../../server/review-requests/holding/keep-choice.ts'
import { cancelRequests } from '../../../server/review-requests/life/end-requests.ts'
import type { Parts } from '../../../server/wiring/parts.ts'
import { DEFAULT_TEMPLATE } from '../../../server/texts/text-rules.ts'
import { writeLiveBusiness } from './write-live-business.ts'

/** A third business, whose owner is asked before a text goes: she said no to one, and the others wait until five. */
export const writeAskedFirst = (parts: Parts): Promise<void> =>
  writeLiveBusiness(
    parts,
    {
      organisation: ASKED_ORGANISATION,
      place: ASKED_BUSINESS,
      owner: ASKED_OWNER,
      tokens: { accessToken: ASKED_ACCESS_TOKEN, refreshToken: ASKED_REFRESH_TOKEN },
      fundsCents: 1_000,
      settings: {
        ask_first_at: 1_020,
        // So that "Send now" sends at whatever hour somebody tries it.
        sending_from: null,
        sending_until: null,
        pace_per_day: 60,
        pace_per_hour: 20,
      },
      template: DEFAULT_TEMPLATE,
    },
    async (trx, businessId) => {
      const { id } = await trx
        .selectFrom('review_requests')
        .select('id')
        .where('business_id', '=', businessId)
        .orderBy('invoice_number')
        .executeTakeFirstOrThrow()
      await cancelRequests(trx, businessId, CANCELLED_BY_OWNER, { requestIds: [id] })
      await keepChoice(trx, 'cancel', { businessId, id, userId: null, now: parts.clock() })
    },
  )
