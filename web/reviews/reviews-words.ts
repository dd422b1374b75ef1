import type { ReviewsStatus } from '../../contracts/reviews.ts'

type Tone = 'ok' | 'plain' | 'bad' | 'wait'

/** How each state is called beside its dot. */
export const STATE_WORDS: Record<ReviewsStatus['state'], { words: string; tone: Tone }> = {
  disconnected: { words: 'Not connected', tone: 'plain' },
  choosing: { words: 'Choose your profile', tone: 'wait' },
  'waiting-for-google': { words: 'Waiting for Google', tone: 'wait' },
  connected: { words: 'Connected', tone: 'ok' },
  'needs-reauth': { words: 'Needs attention', tone: 'bad' },
  unreachable: { words: 'Not shown by Google', tone: 'wait' },
  detaching: { words: 'Disconnecting', tone: 'plain' },
}

type Said = { tone: 'bad' | 'warn' | 'ok'; words: string }

/** What to say after a visit to Google, by the word in the address; nothing for any other word. */
export const returnWords = (result: string | null): Said | null =>
  result !== null && Object.hasOwn(RETURNS, result) ? RETURNS[result]! : null

const RETURNS: Record<string, Said> = {
  connected: { tone: 'ok', words: 'Thank you. Google lets us read your reviews.' },
  declined: { tone: 'warn', words: 'You cancelled at Google. Nothing was connected.' },
  'not-granted': {
    tone: 'warn',
    words: 'Google did not let us see your reviews: the box on its page has to be ticked. Please try again.',
  },
  'not-begun': {
    tone: 'warn',
    words: 'This connection was not begun here, or too long ago. Please try again.',
  },
  detaching: {
    tone: 'warn',
    words: 'Your last connection is still being ended. Please try again in a minute.',
  },
  unavailable: { tone: 'bad', words: 'Google did not answer just now. Please try again in a moment.' },
  failed: { tone: 'bad', words: 'Your reviews could not be connected. Please try again.' },
}
