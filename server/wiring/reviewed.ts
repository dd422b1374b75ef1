import type { FindReviewed } from '../review-requests/reminding/refuse-waiting.ts'
import { findReviewed } from '../reviews/showing/find-reviewed.ts'
import type { Parts } from './parts.ts'

/** The room of reviews stands above that of the texts, so it is handed in. Where reviews are off, nobody can know. */
export const findReviewedBy =
  (parts: Parts): FindReviewed =>
  async (businessId, firstTextIds) =>
    parts.env.REVIEWS ? findReviewed(parts, businessId, firstTextIds) : undefined
