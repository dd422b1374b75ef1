import type { RequestChoice } from '../../../contracts/review-requests.ts'
import type { TenantTrx } from '../../database/database.ts'

type Chosen = { businessId: string; id: string; userId: string | null; now: Date }

/** Writes down what an owner decided about a text, which the caller has locked (decision 52). */
export const keepChoice = async (
  trx: TenantTrx,
  choice: RequestChoice,
  { businessId, id, userId, now }: Chosen,
): Promise<void> => {
  await trx
    .insertInto('owner_choices')
    .values({ business_id: businessId, request_id: id, choice, chosen_at: now, user_id: userId })
    .execute()
}
