import { expect, test } from 'vitest'
import { checkTemplate, composeText } from '../../texts/text-rules.ts'
import { attestationWords } from './reminder-countries-rules.ts'
import { DEFAULT_REMINDER, reminderRefusalWords } from './reminder-words-rules.ts'

test('begins with words that keep the rules of every message, and a way out', () => {
  expect(checkTemplate(DEFAULT_REMINDER, { businessName: 'Harbour Plumbing' })).toEqual({
    ok: true,
    warnings: [],
  })
  const { body } = composeText({
    template: DEFAULT_REMINDER,
    firstName: 'Jane',
    businessName: 'Harbour Plumbing',
    reviewLink: 'https://goodword.test/r/2bYourWord',
    optOut: { kind: 'reply' },
  })
  expect(body).toBe(
    'Hi Jane, Harbour Plumbing again. If you have a minute, a Google review would help us: https://goodword.test/r/2bYourWord Reply STOP to opt out',
  )
})

test('tells each reason apart, and never speaks of what a review was like', () => {
  const words = [...Object.values(reminderRefusalWords), ...Object.values(attestationWords)]
  expect(new Set(words).size).toBe(words.length)
  for (const sentence of words) expect(sentence).not.toMatch(/star|good|bad|happy|rating/i)
})
