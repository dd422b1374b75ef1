import type { Product } from './product.ts'

type Wanted = {
  id: string
  /** Null for an anonymous reviewer. */
  name?: string | null
  stars?: number
  comment?: string | null
  reply?: string | null
  writtenAt?: Date
  fetchedAt?: Date
}

/** Her profile as she connected it at this moment, without asking Google. */
export const addProfile = (
  db: Product['db'],
  businessId: string,
  at: Date,
  columns: Record<string, unknown> = {},
): Promise<unknown> =>
  db
    .insertInto('profile_connections')
    .values({
      business_id: businessId,
      refresh_token: Buffer.from('sealed'),
      granted_at: at,
      state: 'connected',
      state_since: at,
      ...columns,
    })
    .execute()

const KEPT_MS = 30 * 86_400_000

/** Reviews as if Google had just returned them, without asking it. */
export const addReviews = async (
  { db, now }: Pick<Product, 'db' | 'now'>,
  businessId: string,
  reviews: Wanted[],
): Promise<void> => {
  await db
    .insertInto('google_reviews')
    .values(
      reviews.map(({ id, name = 'Sam Green', stars = 5, comment = 'Tidy work.', reply = null, ...when }) => {
        const { writtenAt = now(), fetchedAt = now() } = when
        return {
          business_id: businessId,
          review_id: id,
          reviewer_name: name,
          is_anonymous: name === null,
          stars,
          comment,
          written_at: writtenAt,
          changed_at: writtenAt,
          reply_comment: reply,
          replied_at: reply === null ? null : writtenAt,
          reply_url: `https://business.google.com/reviews/${id}`,
          found_at: fetchedAt,
          fetched_at: fetchedAt,
          expires_at: new Date(fetchedAt.getTime() + KEPT_MS),
        }
      }),
    )
    .execute()
}
