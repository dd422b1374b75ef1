import { expect, test, vi } from 'vitest'
import { figuresInWords, initialsOf, linkOf, pictureOf, reviewerOf } from './review-words.ts'

// What the server writes into the page, of which there is none here.
vi.mock('../lib/site.ts', () => ({ site: { currency: 'AUD', isSandbox: false } }))

test('the figures name what there is and nothing that there is not', () => {
  expect(figuresInWords({ count: 57, average: 4.8, unanswered: 12, isNew: 2 })).toBe(
    '57 reviews, 4.8 stars on average. 12 without a reply. 2 new since you last looked.',
  )
  expect(figuresInWords({ count: 1, average: null, unanswered: 0, isNew: 0 })).toBe('1 review.')
})

test('an anonymous reviewer has no name, whatever came with the review', () => {
  expect(reviewerOf({ name: 'Moana K', isAnonymous: false })).toBe('Moana K')
  expect(reviewerOf({ name: 'Moana K', isAnonymous: true })).toBe('A Google user')
  expect(reviewerOf({ name: null, isAnonymous: false })).toBe('A Google user')
  expect(initialsOf('moana  k van Dyk')).toBe('MK')
})

test.each([
  ['https://lh3.googleusercontent.com/a/x', true],
  ['https://googleusercontent.com.evil.example/a', false],
  ['http://lh3.googleusercontent.com/a', false],
  ['javascript:alert(1)', false],
  ['http://localhost:4000/business-profile/photos/12/MK', false],
  [null, false],
])('the picture %s is shown: %s', (url, isShown) => {
  expect(pictureOf(url, { isSandbox: false }) !== undefined).toBe(isShown)
})

test.each([
  ['http://localhost:4000/business-profile/photos/12/MK', true],
  ['http://127.0.0.1:4000/business-profile/photos/12/MK', true],
  ['http://localhost:4000/other', false],
  ['http://localhost.evil.example:4000/business-profile/photos/12/MK', false],
])('in the sandbox the picture %s of the stand-in is shown: %s', (url, isShown) => {
  expect(pictureOf(url, { isSandbox: true }) !== undefined).toBe(isShown)
})

test('only an https link is a link', () => {
  expect(linkOf('https://business.google.com/r')).toBe('https://business.google.com/r')
  expect(linkOf('javascript:alert(1)')).toBeUndefined()
})
