import { expect, test } from 'vitest'
import { charactersLeft, insertField, plainProblem } from './template-rules.ts'

test('room is counted in letters as people see them', () => {
  expect(charactersLeft('a'.repeat(200))).toBe(0)
  expect(charactersLeft('e\u0301')).toBe(199)
})

test('a message that is too long, or blank, is refused at the keystroke that made it so', () => {
  expect(plainProblem('x'.repeat(201))).toBe('Character limit reached. Maximum 200 characters allowed.')
  expect(plainProblem('x'.repeat(200))).toBeNull()
  expect(plainProblem(' \n')).toBe('Please write a message.')
  expect(plainProblem('Hi {fristName}')).toContain('cannot fill in {fristName}')
  expect(plainProblem('Hi {First Name} {}')).toBeNull()
})

test.each([
  ['Hi', 2, 2, 'Hi {firstName}'],
  ['Hi ', 3, 3, 'Hi {firstName}'],
  ['Hi there', 3, 8, 'Hi {firstName}'],
  ['Hi there', 3, 3, 'Hi {firstName} there'],
  ['', 0, 0, '{firstName}'],
])('in %j from %i to %i a field makes %j', (message, start, end, expected) => {
  expect(insertField(message, 'firstName', { start, end }).message).toBe(expected)
})
