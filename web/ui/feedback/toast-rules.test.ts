import { expect, test } from 'vitest'
import { isReplaced } from './toast-rules.ts'

const HELD = 'Held back: Sam Green gets no text until you release it.'

test.each([
  [
    'what was said of the same text gives way',
    { words: HELD, about: 'text 1' },
    { words: 'Released.', about: 'text 1' },
    true,
  ],
  [
    'the same words of another text stay',
    { words: HELD, about: 'text 1' },
    { words: HELD, about: 'text 2' },
    false,
  ],
  ['the same words of nothing in particular stay', { words: HELD, about: 'text 1' }, { words: HELD }, false],
  ['what is said of nothing in particular stays', { words: HELD }, { words: HELD, about: 'text 1' }, false],
  ['the same words are there once', { words: 'Saved.' }, { words: 'Saved.' }, true],
  ['other words stay', { words: 'Saved.' }, { words: 'Not saved.' }, false],
])('%s', (_what, shown, next, isGone) => {
  expect(isReplaced(shown, next)).toBe(isGone)
})
