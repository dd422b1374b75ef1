import type { ReactNode } from 'react'
import { RatingNow } from '../../businesses/rating-now.tsx'
import { site } from '../../lib/site.ts'
import { AskedWeeks } from '../../review-requests/weeks/asked-weeks.tsx'
import { ReviewsList } from '../../reviews/reviews-list.tsx'
import { TabPage } from '../../ui/layout/tab-page.tsx'

/** What comes of the texts: the stars at Google as they are now, the reviews themselves, and our own figures. */
export const ReviewsScreen = ({
  toGoogleStatus,
  toComparison,
}: {
  toGoogleStatus: (words: string) => ReactNode
  toComparison: ReactNode
}): ReactNode => (
  <TabPage
    title="Reviews"
    lead="How you stand at Google, and what becomes of your texts."
    ways={
      <>
        {toGoogleStatus('Open Google Status')}
        {toComparison}
      </>
    }
  >
    <RatingNow />
    {site.hasReviews ? <ReviewsList connect={toGoogleStatus} below={<AskedWeeks />} /> : <AskedWeeks />}
  </TabPage>
)
