import { asBusiness, type Db } from '../../database/database.ts'
import type { FindReviewed, Reviewed } from '../reminding/refuse-waiting.ts'

/**
 * Whether a review came that may be of this text's customer, where that decides on a reminder: the link was not opened.
 * Undefined where it does not. Asked before the transaction that reads the text: a guess takes a while.
 */
export const findReviewOf = async (
  { db, findReviewed }: { db: Db; findReviewed: FindReviewed },
  businessId: string,
  id: string,
): Promise<Reviewed> => {
  const isOpen = await asBusiness(db, businessId, (trx) =>
    trx
      .selectFrom('review_requests as r')
      .innerJoin('reminder_settings as s', 's.business_id', 'r.business_id')
      .select('r.id')
      .where('r.business_id', '=', businessId)
      .where('r.id', '=', id)
      .where('s.is_on', '=', true)
      .where('r.reminder_of', 'is', null)
      .where('r.opened_at', 'is', null)
      .where('r.sent_at', 'is not', null)
      .executeTakeFirst(),
  )
  return isOpen ? findReviewed(businessId, [id]) : undefined
}
