import { expect, test } from 'vitest'
import { newBusinessFor } from './choose-business.ts'

const GIVEN = { currency: 'AUD', template: 'Hi {firstName}: {reviewLink}' }

test('a new business texts at any hour in the sandbox only', () => {
  const anyHour = { sending_from: null, sending_until: null }
  expect(newBusinessFor({ ...GIVEN, isLive: false })).toEqual({ ...GIVEN, ...anyHour })
  expect(newBusinessFor({ ...GIVEN, isLive: true })).toEqual(GIVEN)
})
