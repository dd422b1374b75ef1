import { randomUUID } from 'node:crypto'
import type { SeededBusiness } from '../rig/goodword-command.ts'

const CENTS = 8

export const floorTexts = ({ businessId, tenantId }: SeededBusiness, count: number) =>
  Array.from({ length: count }, () => ({
    business_id: businessId,
    tenant_id: tenantId,
    invoice_id: randomUUID(),
    contact_id: randomUUID(),
    request_id: randomUUID(),
    attempt_id: randomUUID(),
    token: randomUUID().replaceAll('-', '').slice(0, 16),
    sid: `SM${randomUUID().replaceAll('-', '')}`,
    at: new Date().toISOString(),
  }))

const GIVEN = `jsonb_to_recordset($1::jsonb) as t (
  business_id uuid, tenant_id uuid, invoice_id uuid, contact_id uuid, request_id uuid, attempt_id uuid, token text,
  sid text, at timestamptz)`

const booked = (kind: string, from: string, to: string): string => `
  booked as (
    insert into transfers (business_id, kind, reference)
    select business_id, '${kind}', attempt_id from ${GIVEN} returning business_id, id
  ), written as (
    insert into entries (business_id, transfer_id, account, amount_cents)
    select booked.business_id, booked.id, side.account, side.cents
    from booked cross join (values ('${from}', -${CENTS}), ('${to}', ${CENTS})) as side (account, cents))`

/** In the order of a text’s life: heard of, decided, claimed, taken by the gateway, reported sent, then delivered. */
export const FLOOR_STATEMENTS = [
  `insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id)
   select business_id, tenant_id, invoice_id, 'INVOICE', 'UPDATE', at, token from ${GIVEN}`,

  `with handled as (
     update xero_events e set handled_at = now()
     from ${GIVEN}
     where e.tenant_id = t.tenant_id and e.resource_id = t.invoice_id and e.event_at = t.at
   ), invoice as (
     insert into invoices (business_id, tenant_id, invoice_id, number, type, status, contact_id, contact_name, currency,
                           total, amount_due, amount_paid, amount_credited, paid_on, updated_at, found_by)
     select business_id, tenant_id, invoice_id, 'INV-1', 'ACCREC', 'PAID', contact_id, 'Priya Raman', 'AUD',
            220, 0, 220, 0, current_date, at, 'webhook' from ${GIVEN}
   ), decision as (
     insert into decisions (business_id, tenant_id, invoice_id, outcome, contact_id, found_by, decided_at)
     select business_id, tenant_id, invoice_id, 'scheduled', contact_id, 'webhook', now() from ${GIVEN}
   )
   insert into review_requests (business_id, id, tenant_id, invoice_id, customer_name, first_name, customer_phone,
                                phone_hash, phone_country, invoice_number, link_token, correlation_id, scheduled_at,
                                due_at, checked_at)
   select business_id, request_id, tenant_id, invoice_id, 'Priya Raman', 'Priya', '+61491570006',
          sha256(token::bytea), 'AU', 'INV-1', token, token, now(), now() + interval '1 hour', now() from ${GIVEN}`,

  `with attempt as (
     insert into send_attempts (business_id, id, request_id, number, phone, price_cents)
     select business_id, attempt_id, request_id, 1, '+61491570006', ${CENTS} from ${GIVEN}
   ), ${booked('reserve', 'available', 'reserved')}
   update review_requests r
   set state = 'sending', attempts = 1, due_at = now(), segments = 1, price_cents = ${CENTS},
       body = 'Hi Priya, thanks for choosing us. Could you leave us a quick Google review? https://goodword.example/r/' || token
   from ${GIVEN}
   where r.business_id = t.business_id and r.id = t.request_id`,

  `with attempt as (
     update send_attempts a set state = 'accepted', message_sid = sid, settled_at = now()
     from ${GIVEN}
     where a.business_id = t.business_id and a.id = t.attempt_id
   ), ${booked('capture', 'reserved', 'earned')}
   update review_requests r
   set state = 'sent', message_sid = sid, sent_at = now()
   from ${GIVEN}
   where r.business_id = t.business_id and r.id = t.request_id`,

  `insert into sms_callbacks (message_sid, status, attempt_id, outcome)
   select sid, 'sent', attempt_id, 'sent' from ${GIVEN}`,

  `with callback as (
     insert into sms_callbacks (message_sid, status, attempt_id, outcome)
     select sid, 'delivered', attempt_id, 'delivered' from ${GIVEN}
   )
   update review_requests r
   set state = 'delivered', delivered_at = now()
   from ${GIVEN}
   where r.business_id = t.business_id and r.id = t.request_id`,
]
