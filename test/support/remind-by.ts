import { asBusiness } from '../../server/database/database.ts'
import type { Product } from './product.ts'

/** What the owner of a business chose for reminders: on from now, by text, a week later, unless said otherwise. */
export const remindBy = async (
  { db, now }: Pick<Product, 'db' | 'now'>,
  businessId: string,
  columns: Record<string, unknown> = {},
): Promise<void> => {
  const values = {
    is_on: true,
    after_days: 7,
    channel: 'text' as const,
    template: 'Hi {firstName}, still time for a review? {reviewLink}',
    attested: [],
    on_since: now(),
    updated_at: now(),
    ...columns,
  }
  await asBusiness(db, businessId, (trx) =>
    trx
      .insertInto('reminder_settings')
      .values({ business_id: businessId, ...values })
      .onConflict((conflict) => conflict.column('business_id').doUpdateSet(values))
      .execute(),
  )
}
