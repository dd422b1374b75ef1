import { BUSY_OWNER } from '../../../sandbox/google/people.ts'
import { BUSY_BUSINESS } from '../../../sandbox/places/businesses.ts'
import {
  BUSY_ACCESS_TOKEN,
  BUSY_ORGANISATION,
  BUSY_REFRESH_TOKEN,
} from '../../../sandbox/xero/demo/busy-organisation.ts'
import type { Parts } from '../../../server/wiring/parts.ts'
import { writeLiveBusiness } from './write-live-business.ts'

/**
 * A second business, whose owner has just reconciled a month: its texts wait for their turn, which the worker gives
 * them.
 */
export const writeFlood = (parts: Parts): Promise<void> =>
  writeLiveBusiness(parts, {
    organisation: BUSY_ORGANISATION,
    place: BUSY_BUSINESS,
    owner: BUSY_OWNER,
    tokens: { accessToken: BUSY_ACCESS_TOKEN, refreshToken: BUSY_REFRESH_TOKEN },
    fundsCents: 2_500,
    // At most 20 a day, from 8 am to 6 pm.
    settings: { pace_per_day: 20, pace_per_hour: 7, sending_from: 480, sending_until: 1080 },
    // Short, since the name says who texts and there are two links: one segment, with a long first name too.
    template: 'Hi {firstName}, thanks for choosing us. Could you review us on Google? {reviewLink}',
    // A registered name: it takes no replies, so that its texts have a link to opt out.
    sender: 'CarrickRoof',
  })
