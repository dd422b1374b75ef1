import type { Env } from '../platform/process/env.ts'

type Settings = Pick<Env, 'REVIEWS' | 'GOODWORD_MODE' | 'BUSINESS_PROFILE_URL'>

/** Where pictures of reviewers may come from: Google, whose terms ask to show them, and its stand-in in the sandbox. */
export const reviewerPictures = ({
  REVIEWS,
  GOODWORD_MODE,
  BUSINESS_PROFILE_URL: url,
}: Settings): string[] => {
  if (!REVIEWS) return []
  return [
    'https://*.googleusercontent.com',
    ...(GOODWORD_MODE === 'sandbox' && url ? [`${url}/photos/`] : []),
  ]
}
