import { expect, test } from 'vitest'
import { savedWords, switchedOnWords } from './saved-words.ts'
import type { Draft } from './settings-rules.ts'

const BEFORE: Draft = {
  sendingFrom: 480,
  sendingUntil: 1200,
  delayMinutes: 0,
  askFirstAt: null,
  cooldownDays: 90,
  textsPerDay: 60,
  excludedWords: [],
}
const LATER = 'counts from the next paid invoice on.'

test.each<[Partial<Draft>, number, string]>([
  [{ cooldownDays: 30 }, 0, 'They count from the next paid invoice on.'],
  [{ excludedWords: ['Strata'] }, 1, '1 text that waited for such a customer is cancelled.'],
  [{ sendingFrom: 540 }, 0, 'Texts that wait keep to the new sending hours.'],
  [{ textsPerDay: 20 }, 0, 'Texts that wait keep to the new pace.'],
  [
    { sendingFrom: null, sendingUntil: null, textsPerDay: 20 },
    0,
    'Texts that wait keep to the new sending hours and pace.',
  ],
  [
    { sendingUntil: 1020, delayMinutes: 60 },
    0,
    `Texts that wait keep to the new sending hours; all else ${LATER}`,
  ],
  [
    { textsPerDay: 20, excludedWords: ['Strata'] },
    2,
    `Texts that wait keep to the new pace; the rest ${LATER} 2 texts that waited for such customers are cancelled.`,
  ],
  [{ askFirstAt: 1020 }, 0, `Texts that wait keep their time: what you changed ${LATER}`],
  [{ delayMinutes: 60 }, 0, `Texts that wait keep their time: what you changed ${LATER}`],
])('a save of %j that cancels %i says: %s', (changed, cancelled, words) => {
  expect(savedWords(BEFORE, { ...BEFORE, ...changed }, cancelled)).toBe(`Your settings are saved. ${words}`)
})

test('review requests that are on again say that texts which wait go as well', () => {
  expect(switchedOnWords(0)).toBe('Review requests are on, from the next paid invoice.')
  expect(switchedOnWords(2)).toBe(
    'Review requests are on, from the next paid invoice, and for texts that still wait.',
  )
})
