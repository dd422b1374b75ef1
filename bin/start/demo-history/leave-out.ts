import {
  EXCLUDED_GROUP,
  EXCLUDED_WORD,
  EXCLUDED_WORK,
  INVOICE_WORD,
  SMALLEST_CENTS,
  type PastCustomer,
} from '../../../sandbox/xero/demo/past-customers.ts'
import type { TenantTrx } from '../../../server/database/database.ts'
import type { ExcludedLabelKind } from '../../../server/database/tables/message-settings.ts'
import type { XeroInvoice } from '../../../server/integrations/xero/xero-types.ts'

type Live = { businessId: string; tenantId: string; liveSince: Date }

/** Whom the owner of the demo business leaves out, by each kind of rule that there is, from the start. */
export const leaveOut = async (
  trx: TenantTrx,
  live: Live,
  paid: XeroInvoice[],
  customers: Map<string, PastCustomer>,
): Promise<void> => {
  const { businessId, tenantId, liveSince } = live
  await trx
    .updateTable('businesses')
    .set({
      excluded_words: [EXCLUDED_WORD],
      leaves_out_deposits: true,
      invoice_words: [INVOICE_WORD],
      smallest_cents: SMALLEST_CENTS,
    })
    .where('id', '=', businessId)
    .execute()
  const of = ({ contact }: XeroInvoice) => customers.get(contact?.name ?? '')
  const unwanted = paid.filter((invoice) => of(invoice)?.isExcluded)
  for (const contact_id of new Set(unwanted.map(({ contactId }) => contactId!)))
    await trx
      .insertInto('excluded_contacts')
      .values({ business_id: businessId, tenant_id: tenantId, contact_id, excluded_at: liveSince })
      .execute()
  const member = paid.find((invoice) => of(invoice)?.group === EXCLUDED_GROUP)
  await excludeLabels(trx, live, 'contact_group', EXCLUDED_GROUP, member?.contact?.groupIds)
  const tracked = paid.find((invoice) => of(invoice)?.tracked === EXCLUDED_WORK)
  await excludeLabels(trx, live, 'tracking_option', `Work: ${EXCLUDED_WORK}`, tracked?.trackingIds)
}

const excludeLabels = async (
  trx: TenantTrx,
  { businessId, tenantId, liveSince }: Live,
  kind: ExcludedLabelKind,
  name: string,
  ids: string[] = [],
): Promise<void> => {
  for (const label_id of ids)
    await trx
      .insertInto('excluded_labels')
      .values({ business_id: businessId, tenant_id: tenantId, kind, label_id, name, excluded_at: liveSince })
      .execute()
}
