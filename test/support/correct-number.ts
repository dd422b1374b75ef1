import type { Product } from './product.ts'
import type { Trader } from './trader.ts'
import { deliver, eventOf } from './xero-door.ts'

let corrected = 0

/** The contact's mobile is another one in Xero, by default one that nobody has; Xero reports it, and it is synced. */
export const correctNumber = async (
  product: Product,
  { tenantId, sync }: Trader,
  contactId: string | undefined,
  number = String(488_000_000 + (corrected += 1)),
): Promise<void> => {
  if (!contactId) return
  const phone = { country: '61', area: '', number }
  product.sandbox.xero.editPhone(tenantId, contactId, 'MOBILE', phone, { webhook: false })
  const event = eventOf(tenantId, contactId, product.now())
  await deliver(product, { events: [{ ...event, eventCategory: 'CONTACT' }] })
  await sync()
}
