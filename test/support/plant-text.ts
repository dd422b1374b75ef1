import type { ClientBase } from 'pg'
import { plantRow } from './plant-row.ts'

/** A text that was delivered, of a business that needs nothing else; its name is what an erasure has to remove. */
export const plantText = (
  owner: ClientBase,
  businessId: string,
  { id = crypto.randomUUID(), ...given }: { id?: string; phone_hash?: Buffer } = {},
): Promise<void> =>
  plantRow(owner, 'review_requests', {
    business_id: businessId,
    id,
    tenant_id: businessId,
    invoice_id: id,
    state: 'delivered',
    phone_country: 'AU',
    link_token: id,
    customer_name: 'Zoe Zimtstern',
    ...given,
  })
