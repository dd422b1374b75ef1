import type { ReactNode } from 'react'
import { GooglePage } from '../../businesses/google-page.tsx'
import { site } from '../../lib/site.ts'
import { ReviewsConnection } from '../../reviews/reviews-connection.tsx'

/** Where customers write their reviews; and, where reviews are switched on, whether we may read them. */
export const GoogleScreen = (): ReactNode => (
  <GooglePage>{site.hasReviews ? <ReviewsConnection /> : undefined}</GooglePage>
)
