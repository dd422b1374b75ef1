import { expect, test } from 'vitest'
import {
  savedReminderWords,
  toggledAttestation,
  wantedReminder,
  type ReminderDraft,
} from './reminder-draft.ts'

const draft: ReminderDraft = {
  isOn: true,
  afterDays: 9,
  way: 'text',
  message: 'Hi {firstName} {reviewLink}',
  attested: [],
}
const saved = { message: 'As it was {reviewLink}' }

test('words that cannot be used do not keep an owner from switching the reminder off', () => {
  const wrong = { ...draft, message: 'Hi {nickname}' }
  expect(wantedReminder(wrong, saved)).toEqual(wrong)
  expect(wantedReminder({ ...wrong, isOn: false }, saved)).toEqual({ ...wrong, isOn: false, ...saved })
  expect(wantedReminder({ ...draft, isOn: false }, saved)).toEqual({ ...draft, isOn: false })
})

test('what is confirmed is taken in and out, in the order that is kept', () => {
  expect(toggledAttestation(['NZ:text'], 'GB:text')).toEqual(['GB:text', 'NZ:text'])
  expect(toggledAttestation(['GB:text', 'NZ:text'], 'GB:text')).toEqual(['NZ:text'])
})

test('a save says what it did', () => {
  const off = { ...draft, isOn: false }
  expect(savedReminderWords(off, draft)).toMatch(/is on, .*: 9 days after each\.$/)
  expect(savedReminderWords(draft, { ...draft, afterDays: 14 })).toBe('Your reminder is saved.')
  expect(savedReminderWords(draft, off)).toBe('The reminder is off. Its words are kept.')
})
