import type { ReactNode } from 'react'
import { RatingNow } from '../../businesses/rating-now.tsx'
import { AskedWeeks } from '../../review-requests/weeks/asked-weeks.tsx'
import { TabPage } from '../../ui/layout/tab-page.tsx'

/** What comes of the texts: the stars at Google as they are now, and our own figures by week. */
export const ReviewsScreen = ({ google }: { google: ReactNode }): ReactNode => (
  <TabPage title="Reviews" lead="How you stand at Google, and what becomes of your texts." ways={google}>
    <RatingNow />
    <AskedWeeks />
  </TabPage>
)
