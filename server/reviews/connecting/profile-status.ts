import type { ReviewsStatus } from '../../../contracts/reviews.ts'
import type { FoundProfile } from './connection-queries.ts'

/** How long what Google says may be kept. */
export const KEPT_MS = 30 * 86_400_000

const STATES = {
  choosing: 'choosing',
  waiting_for_google: 'waiting-for-google',
  connected: 'connected',
  needs_reauth: 'needs-reauth',
  unreachable: 'unreachable',
  detaching: 'detaching',
} as const

export const profileStatusOf = (found: FoundProfile | undefined, now: Date): ReviewsStatus => {
  if (!found) return { ...NONE, state: 'disconnected' }
  const isFresh = (at: Date | null) => at !== null && now.getTime() - at.getTime() < KEPT_MS
  return {
    state: STATES[found.state],
    message: wordsOf(found),
    location: found.location_id
      ? {
          title: isFresh(found.location_read_at) ? found.location_title : null,
          isVerified: found.is_verified,
          isSamePlace: found.location_place_id !== null && found.location_place_id === found.chosen_place_id,
        }
      : null,
    connectedSince: found.state === 'connected' ? found.state_since.toISOString() : null,
    lastReadAt: found.last_read_at?.toISOString() ?? null,
    totals:
      found.total_reviews !== null && isFresh(found.totals_at)
        ? {
            reviews: found.total_reviews,
            average: found.average_rating === null ? null : Number(found.average_rating),
            readAt: found.totals_at!.toISOString(),
          }
        : null,
  }
}

const NONE = { message: null, location: null, connectedSince: null, lastReadAt: null, totals: null }

const wordsOf = ({ state, is_verified }: FoundProfile): string | null => {
  if (state === 'connected' && is_verified === false)
    return 'Google has not verified this profile yet. Reviews can be read once it has.'
  return WORDS[state]
}

const WORDS: Record<FoundProfile['state'], string | null> = {
  choosing: 'Which of your profiles is it? Please choose one.',
  waiting_for_google:
    'Google has not opened its reviews to us yet. There is nothing for you to do: we go on by ourselves once it has. Your texts go out as before.',
  connected: null,
  needs_reauth: 'Google no longer lets us read your reviews. Please connect them again.',
  unreachable:
    'Google does not show us this profile just now. If you no longer manage it, disconnect it or choose another.',
  detaching: 'Your reviews are deleted here. We are giving back our access at Google.',
}
