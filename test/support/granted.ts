import { asBusiness } from '../../server/database/database.ts'
import { grantFunds } from '../../server/flows/funds/grant-funds.ts'
import type { Product } from './product.ts'

/** Funds from the operator, in cents: what waited for them is released. */
export const grantTo = (product: Product, businessId: string, cents: number): Promise<boolean> =>
  asBusiness(product.db, businessId, (trx) =>
    grantFunds(trx, businessId, {
      cents,
      note: 'test',
      reference: crypto.randomUUID(),
      now: product.now(),
    }),
  )
