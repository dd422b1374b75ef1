import { expect, test } from 'vitest'
import { z } from 'zod'
import { momentOfPlace, readCursor, writeCursor } from './cursor.ts'

const place = z.object({ at: momentOfPlace, name: z.string() })
const HERE = { at: '2026-11-26T04:00:00.000Z', name: 'Kettle\\u0000 & Sons' }

test('a cursor leads back to its place', () => {
  expect(readCursor(writeCursor(HERE), place)).toEqual(HERE)
})

test.each([
  ['a year that the database does not have', { ...HERE, at: '0000-01-01T00:00:00Z' }],
  ['a NUL, which it takes in no text', { ...HERE, name: 'a\0b' }],
  ['no moment', { ...HERE, at: 'now' }],
])('one with %s is bad input', (_what, forged) => {
  expect(() => readCursor(writeCursor(forged), place)).toThrow(
    expect.objectContaining({ code: 'invalid-cursor', status: 422 }),
  )
})
