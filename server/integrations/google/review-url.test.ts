import { assert, property, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { isReviewUrl, reviewUrlFor } from './review-url.ts'

test('the link of a place leads to its review form', () => {
  expect(reviewUrlFor('ChIJ_-0a')).toBe('https://search.google.com/local/writereview?placeid=ChIJ_-0a')
  expect(() => reviewUrlFor('a&b=c')).toThrow('A place id')
})

test('every link that we make passes our own check', () => {
  assert(
    property(stringMatching(/^[A-Za-z0-9_-]{1,200}$/), (placeId) => {
      expect(isReviewUrl(reviewUrlFor(placeId))).toBe(true)
    }),
  )
})

test.for([
  'https://g.page/r/CWqXo0abcDEFEBM/review',
  'https://g.page/r/CWqXo0abcDEFEBM',
  'https://g.page/whitlock-electrical/review?share',
  'https://maps.app.goo.gl/AbCdEf123',
  'https://maps.app.goo.gl/g/AbCdEf123',
  'https://goo.gl/maps/AbCdEf123',
  'https://search.google.com/local/writereview?placeid=ChIJabc&hl=en',
  'https://search.google.com/local/reviews?placeid=ChIJabc',
  'https://www.google.com/maps/place/Whitlock+Electrical/@-32.05,115.74,17z',
  'https://google.com.au/maps/place/x',
  'https://www.google.co.nz/maps?cid=123',
  'https://maps.google.com/?cid=123',
  'https://maps.google.co.uk/maps?cid=123',
  'HTTPS://G.PAGE/r/CWqXo0abcDEFEBM/review',
])('the owner may paste %s', (link) => {
  expect(isReviewUrl(link)).toBe(true)
})

test.for([
  'http://g.page/r/CWqXo0abcDEFEBM/review',
  'javascript:alert(1)//https://g.page/r/abc',
  'https://g.page',
  'https://g.page/r/',
  'https://g.page.evil.example/r/CWqXo0abcDEFEBM/review',
  'https://evil.example/https://g.page/r/abc',
  'https://g.page@evil.example/r/abc',
  'https://owner:secret@g.page/r/CWqXo0abcDEFEBM',
  'https://g.page:8443/r/CWqXo0abcDEFEBM',
  'https://g.page\\@evil.example/r/abc',
  'https:\\\\g.page\\r\\abc',
  ' https://g.page/r/CWqXo0abcDEFEBM',
  'https://g.page/r/CWqX o0abcDEFEBM',
  'https://g.page/r/CWqX\no0abcDEFEBM',
  'https://www.google.com/url?q=https://evil.example',
  'https://www.google.com/mapsevil',
  'https://www.google.com/maps/../url?q=https://evil.example',
  'https://google.evil/maps',
  'https://www.google.zz/maps',
  'https://sites.google.com/maps',
  'https://search.google.com/local/writereview',
  'https://search.google.com/local/writereview?placeid=a%20b',
  'https://gооgle.com/maps/place/x',
  'https://maps.app.goo.gl.evil.example/abc',
  'https://goo.gl/abcdef',
  '',
])('a customer is never sent to %s', (link) => {
  expect(isReviewUrl(link)).toBe(false)
})
