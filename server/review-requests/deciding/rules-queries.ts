import { sql, type RawBuilder } from 'kysely'
import type { ReviewRules, RuledInvoice } from './review-rules.ts'

/** The rules that a business has saved, as a column of a query on `businesses`. */
export const savedRules = (businessId: string): RawBuilder<ReviewRules> => sql`
  jsonb_build_object(
    'excludedContacts', array(select contact_id from excluded_contacts where business_id = ${businessId}),
    'excludedWords', businesses.excluded_words,
    'excludedGroups', array(select label_id from excluded_labels
                            where business_id = ${businessId} and kind = 'contact_group'),
    'excludedTracking', array(select label_id from excluded_labels
                              where business_id = ${businessId} and kind = 'tracking_option'),
    'leavesOutDeposits', businesses.leaves_out_deposits,
    'invoiceWords', businesses.invoice_words,
    'smallestCents', businesses.smallest_cents)`

/** What the rules look at, of a request `r`, its invoice `i` and their organisation `org`, as they are on record. */
export const RULED_INVOICE: RawBuilder<RuledInvoice> = sql`
  jsonb_build_object(
    'contactId', i.contact_id, 'customerName', r.customer_name, 'groupIds', i.contact_groups,
    'trackingIds', i.tracking, 'number', r.invoice_number, 'reference', i.reference,
    'total', i.total, 'currency', i.currency, 'baseCurrency', org.currency)`
