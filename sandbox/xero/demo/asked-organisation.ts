import { localDate, MINUTE_MS } from '../../../server/platform/dates.ts'
import { stableId } from '../../identifiers.ts'
import type { Organisation } from '../model/books.ts'
import { addNewcomers } from '../provision-organisation.ts'
import { settleInvoice } from '../settle-invoice.ts'
import { newOrganisation } from '../write-organisation.ts'

/** Connected from the start, too: its owner looks at each text before it goes. */
export const ASKED_ORGANISATION = {
  tenantId: stableId('organisation', 'Fenwick Tiling, Fremantle'),
  name: 'Fenwick Tiling',
  country: 'AU' as const,
  timeZone: { iana: 'Australia/Perth', xero: 'WAUSTRALIASTANDARDTIME' },
}
export const ASKED_ACCESS_TOKEN = 'seed-access-asked'
export const ASKED_REFRESH_TOKEN = 'seed-refresh-asked'

const PAID = 5
const APART_MS = 6 * MINUTE_MS

/** Its customers paid one after the other, the last of them a moment ago. */
export const askedOrganisation = (now: Date): Organisation => {
  const organisation = newOrganisation({ ...ASKED_ORGANISATION, isOffered: false }, now)
  for (let left = PAID; left > 0; left -= 1) {
    const paidAt = new Date(now.getTime() - left * APART_MS)
    const date = localDate(paidAt, organisation.timeZone)
    for (const invoice of addNewcomers(organisation, 1, paidAt))
      settleInvoice(invoice, { kind: 'payment', date, now: paidAt })
  }
  return organisation
}
