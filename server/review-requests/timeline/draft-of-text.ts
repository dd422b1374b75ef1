import { sql } from 'kysely'
import type { ReviewRequestResponse } from '../../../contracts/review-requests.ts'
import type { TenantTrx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import { centsToDecimal } from '../../platform/money.ts'
import { ownSenderOf } from '../../senders/sender-queries.ts'
import { HIDDEN_TOKEN } from '../../texts/link-token.ts'
import { pricedText, type TextDeps, type TextTo } from '../../texts/priced-text.ts'
import { WAITING } from '../life/text-life.ts'
import { WORDS_OF_R } from '../reminding/words-of-text.ts'

/** A text that waits, as it would go now: by the code that writes and prices it when it goes. Null for any other. */
export const draftOfText = async (
  trx: TenantTrx,
  deps: TextDeps,
  businessId: string,
  id: string,
): Promise<ReviewRequestResponse['draft']> => {
  const { rows } = await sql<TextTo>`
    select coalesce(${WORDS_OF_R}, b.template) as template, b.name as "businessName", r.first_name as "firstName", r.customer_name as "customerName",
           r.invoice_number as "invoiceNumber", r.link_token as "linkToken", ${ownSenderOf(businessId)} as "ownSender",
           r.phone_country as country
    from review_requests r
    join businesses b on b.id = r.business_id
    where r.business_id = ${businessId} and r.id = ${id} and r.state in (${startOf({ from: [...WAITING] })})`.execute(
    trx,
  )
  const [text] = rows
  if (!text) return null
  const { body, segments, cents } = pricedText(deps, text)
  const shown = body.replaceAll(text.linkToken, HIDDEN_TOKEN)
  return { body: shown, segments, cost: cents === undefined ? null : centsToDecimal(cents) }
}
