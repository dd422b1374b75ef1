import { recordPage } from './record-page.ts'
import type { Open } from './open-reading.ts'

/** A run of that many changes is a reason to list everything instead. */
const MOST_PAGES = 20

/** Pages of the reviews that changed last, until one that has a review we know as it is. */
export const readNewest = async ({ ask, key, location, db }: Open): Promise<void> => {
  let pageToken: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { read, askedAt } = await ask((token) => location.reviews(token, pageToken))
    const known = await recordPage(db, key, {
      reviews: read.reviews,
      askedAt,
      facts: {
        total_reviews: read.total,
        average_rating: read.average?.toFixed(2) ?? null,
        totals_at: askedAt,
      },
    })
    // A page may be short or empty and go on all the same.
    if (known > 0 || !read.nextPageToken) return
    pageToken = read.nextPageToken
  }
}
