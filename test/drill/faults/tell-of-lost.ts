import type { Pool } from 'pg'
import { invoiceId } from '../../../bench/upstream/made-up-books.ts'

/** What the product has on record of an invoice without a text, a row a line: its database ends with the run. */
export const tellOfLost = async (admin: Pool, count: number): Promise<string[]> => {
  const id = invoiceId(count)
  const { rows } = await admin.query<{ line: string }>(
    `with request as (select id, link_token from review_requests where invoice_id = $1)
     select 'xero_events ' || to_jsonb(e)::text as line from xero_events e where resource_id = $1
     union all select 'invoices ' || to_jsonb(i)::text from invoices i where invoice_id = $1
     union all select 'decisions ' || to_jsonb(d)::text from decisions d where invoice_id = $1
     union all select 'review_requests ' || to_jsonb(r)::text from review_requests r where invoice_id = $1
     union all select 'send_attempts ' || to_jsonb(a)::text from send_attempts a where request_id in (select id from request)
     union all select 'found_texts ' || to_jsonb(f)::text from found_texts f
               where link_token in (select link_token from request)`,
    [id],
  )
  return rows.map(({ line }) => line)
}
