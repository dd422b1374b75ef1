import { expect, test } from 'vitest'
import { reviewerPictures } from './reviewer-pictures.ts'

const GOOGLE = 'https://*.googleusercontent.com'
const STAND_IN = 'http://localhost:4000/business-profile'

test.each([
  ['off', 'live', undefined, []],
  ['off', 'sandbox', STAND_IN, []],
  ['on', 'live', undefined, [GOOGLE]],
  ['on', 'live', STAND_IN, [GOOGLE]],
  ['on', 'sandbox', undefined, [GOOGLE]],
  ['on', 'sandbox', STAND_IN, [GOOGLE, `${STAND_IN}/photos/`]],
] as const)(
  'with reviews %s, in %s mode, at %s: pictures from %j',
  (reviews, GOODWORD_MODE, url, expected) => {
    const found = reviewerPictures({ REVIEWS: reviews === 'on', GOODWORD_MODE, BUSINESS_PROFILE_URL: url })
    expect(found).toEqual(expected)
  },
)
