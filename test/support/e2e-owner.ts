import type { Page } from '@playwright/test'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { asBusiness } from '../../server/database/database.ts'
import { captureFunds, reserveFunds } from '../../server/ledger/reserve-funds.ts'
import { plantPerson } from './e2e-person.ts'
import type { Product } from './e2e-product.ts'
import { addAttempt, addDecision, addRequest } from './paid-invoices.ts'

type Columns = Parameters<typeof addRequest>[2]

export type OwnerAtDashboard = {
  businessId: string
  tenantId: string
  /** A text of hers that was delivered just now, unless said otherwise. */
  texted: (columns?: Columns) => Promise<string>
  /** A paid invoice that was not texted, for this reason. */
  skipped: (reason: string, columns?: Columns) => Promise<string>
  /** The customer of this text replied STOP. */
  optOut: (requestId: string) => Promise<void>
  /** A text of hers cost so much: this one, or one that is nowhere else. */
  spend: (cents: number, requestId?: string) => Promise<void>
  setBusiness: (columns: Record<string, unknown>) => Promise<void>
  setOrganisation: (columns: Record<string, unknown>) => Promise<void>
}

/** Jane Whitlock, onboarded and signed in in this browser, with a business of her own. */
export const createOwnerAtDashboard = async (
  page: Page,
  product: Product,
  { timeZone = 'Australia/Perth', fundsCents = 1_840 }: { timeZone?: string; fundsCents?: number } = {},
): Promise<OwnerAtDashboard> => {
  const { parts } = product
  const { businessId, tenantId } = await seedBusiness(parts, {
    number: 1,
    name: 'Whitlock Electrical',
    currency: 'AUD',
    fundsCents,
    timeZone,
    place: { placeId: `place-${crypto.randomUUID()}`, address: '14 Harbour St, Fremantle WA' },
  })
  await plantPerson(page, product, {
    name: 'Jane Whitlock',
    email: `jane.${crypto.randomUUID().slice(0, 8)}@whitlock.example`,
    business_id: businessId,
    onboarded_at: new Date(),
  })
  const where = { businessId, tenantId }
  return {
    ...where,
    texted: (columns) => addRequest(parts.db, where, textOf(columns)),
    skipped: (reason, columns) => addDecision(parts.db, where, { outcome: 'skipped', reason, ...columns }),
    optOut: async (requestId) => {
      const phone_hash = Buffer.from(requestId)
      const { db } = parts
      await db.updateTable('review_requests').set({ phone_hash }).where('id', '=', requestId).execute()
      await db
        .insertInto('opt_outs')
        .values({ business_id: businessId, phone_hash, source: 'stop' })
        .execute()
    },
    spend: async (cents, requestId) => {
      const reference = requestId
        ? await addAttempt(parts.db, where, requestId, { state: 'accepted', price_cents: cents })
        : crypto.randomUUID()
      await asBusiness(parts.db, businessId, async (trx) => {
        await reserveFunds(trx, businessId, [{ reference, cents }])
        await captureFunds(trx, businessId, [{ reference, cents }])
      })
    },
    setBusiness: async (columns) => {
      await parts.db.updateTable('businesses').set(columns).where('id', '=', businessId).execute()
    },
    setOrganisation: async (columns) => {
      await parts.db.updateTable('organisations').set(columns).where('tenant_id', '=', tenantId).execute()
    },
  }
}

const textOf = (columns: Columns = {}): Columns => {
  const at = (columns['sent_at'] as Date | undefined) ?? new Date()
  return {
    state: 'delivered',
    customer_name: 'Priya Raman',
    customer_phone: '+61412555018',
    invoice_number: 'INV-2041',
    due_at: at,
    sent_at: at,
    scheduled_at: at,
    ...columns,
  }
}
