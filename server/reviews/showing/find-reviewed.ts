import { asBusiness, type Db } from '../../database/database.ts'
import { findProfile } from '../connecting/connection-queries.ts'
import { guessTexts } from './guess-texts.ts'

/**
 * Of these texts, those after which a review came that is likely or perhaps their customer's. It says nothing of the
 * review, neither stars nor words. Undefined where none were read, so that nobody can know. While Google cannot be
 * reached, what it returned before still counts.
 */
export const findReviewed = async (
  { db, databaseNow }: { db: Db; databaseNow: () => Promise<Date> },
  businessId: string,
  textIds: string[],
): Promise<Set<string> | undefined> => {
  if (textIds.length === 0) return new Set()
  const profile = await asBusiness(db, businessId, (trx) => findProfile(trx, businessId))
  if (!profile?.full_read_at) return undefined
  const wanted = new Set(textIds)
  const guesses = await guessTexts(db, businessId, await databaseNow())
  return new Set(guesses.flatMap(({ requestId }) => (wanted.has(requestId) ? [requestId] : [])))
}
