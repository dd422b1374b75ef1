import { sql } from 'kysely'
import type { TenantTrx } from '../../../database/database.ts'
import { HIDDEN_TOKEN } from '../../../texts/link-token.ts'
import { writeMailAbout, type MailAbout } from './mail-words-rules.ts'

/**
 * What the mail that reminds of a first text says: as it would go now while it waits, as it went afterwards. No copy is
 * kept, so null once its owner changed the reminder after it went, once the customer was removed, and where none goes.
 */
export const findWordsOfMail = async (
  trx: TenantTrx,
  { publicUrl }: { publicUrl: string },
  businessId: string,
  requestId: string,
): Promise<string | null> => {
  const { rows } = await sql<MailAbout>`
    select s.template, r.first_name as "firstName", r.customer_name as "customerName",
           r.invoice_number as "invoiceNumber", r.link_token as "linkToken", b.name as "businessName", b.address
    from reminder_mails m
    join review_requests r on r.business_id = m.business_id and r.id = m.request_id
    join reminder_settings s on s.business_id = m.business_id
    join businesses b on b.id = m.business_id
    where m.business_id = ${businessId} and m.request_id = ${requestId} and m.customer_email is not null
      and (m.state in ('planned', 'sending')
           or m.state in ('sent', 'failed', 'unknown') and s.updated_at <= m.state_at)`.execute(trx)
  const [about] = rows
  return about ? writeMailAbout(about, publicUrl).text.replaceAll(about.linkToken, HIDDEN_TOKEN) : null
}
