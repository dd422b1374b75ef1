import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import { pricedText, type TextDeps } from '../../texts/priced-text.ts'
import { findSendingBusiness } from './sending-business.ts'
import { WORDS_OF_R } from '../reminding/words-of-text.ts'

type Oldest = {
  firstName: string | null
  customerName: string | null
  invoiceNumber: string | null
  linkToken: string
  country: string
  wording: string | null
  availableCents: number
}

/**
 * Whether the funds pay for the oldest text that waits for them: where they do not, none that waits is sent, since a
 * claim goes by age. Customers who opted out are passed over, because their texts are cancelled and cost nothing.
 */
export const coversOldest = async (deps: TextDeps & { db: Reader }, businessId: string): Promise<boolean> => {
  const { rows } = await sql<Oldest>`
    select r.first_name as "firstName", r.customer_name as "customerName", r.invoice_number as "invoiceNumber",
           r.link_token as "linkToken", r.phone_country as country, ${WORDS_OF_R} as wording,
           coalesce((select available_cents from balances where business_id = r.business_id), 0) as "availableCents"
    from review_requests r
    where r.business_id = ${businessId} and r.state = 'waiting_for_funds'
      and not exists (select from opt_outs o where o.business_id = r.business_id and o.phone_hash = r.phone_hash)
      and not exists (select from platform_opt_outs p where p.phone_hash = r.phone_hash)
    order by r.reminder_of is not null, r.due_at, r.id
    limit 1`.execute(deps.db)
  const [oldest] = rows
  const business = oldest && (await findSendingBusiness(deps.db, businessId))
  if (!business) return true
  const { template, name: businessName, ownSender } = business
  const { cents } = pricedText(deps, {
    ...oldest,
    template: oldest.wording ?? template,
    businessName,
    ownSender,
  })
  return cents === undefined || cents <= oldest.availableCents
}
