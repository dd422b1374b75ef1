import { z } from 'zod'
import { SUPPORT_HOURS } from './shared/operator-terms.ts'
import { moment, shape } from './shared/values.ts'

/** `GET /api/support` */
export const supportState = shape('SupportState', {
  mayLookUntil: moment.nullable().describe('Until when support may look at these screens; null: it may not.'),
})
export type SupportState = z.infer<typeof supportState>

/** `POST /api/support/consent` → `SupportState` */
export const supportConsentRequest = shape('SupportConsentRequest', {
  hours: z
    .int()
    .refine((hours) => SUPPORT_HOURS.some((one) => one === hours), 'is not a number of hours to choose'),
})
