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
  'https://www.google.com/maps/place//data=!4m3!3m2!1s0x2a32a1b2c3d4e5f6:0x1f2e3d4c5b6a7988!12e1',
  'https://www.google.com/maps/place/?q=place_id:ChIJ_-0a',
  'https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1s0x2a32a1b2c3d4e5f6:0x1f2e3d4c5b6a7988',
  'https://www.google.com/maps/search/?api=1&query=Whitlock%20Electrical&query_place_id=ChIJ_-0a',
  'https://maps.google.com/?ftid=0x2a32a1b2c3d4e5f6:0x1f2e3d4c5b6a7988',
  'https://maps.google.ie/maps/place/Byrne+Electrical',
  'https://maps.google.com/maps?q=place_id:ChIJ_-0a',
  'https://www.google.com/maps/place/7+Day+Plumbing/',
  'https://www.google.com/maps/place/%E6%B0%B4%E9%81%93/@-32.05,115.74,17z',
  'HTTPS://G.PAGE/r/CWqXo0abcDEFEBM/review',
])('the owner may paste %s', (link) => {
  expect(isReviewUrl(link)).toBe(true)
})

test.for([
  'https://www.google.com/maps',
  'https://www.google.com/maps/',
  'https://www.google.com/maps/@-32.0569,115.7439,17z',
  'https://www.google.com/maps/search/electrician+fremantle',
  'https://www.google.com/maps/search/?api=1&query=electrician',
  'https://www.google.com/maps/dir/Perth/Fremantle',
  'https://www.google.com/maps/place/33%C2%B051%2735.9%22S+151%C2%B012%2740.0%22E/@-33.8,151.2,17z',
  'https://www.google.com/maps/place/-33.8,151.2/data=!4m2!3m1!1s0x0:0x0',
  'https://www.google.com/maps/place/-33.8%2C151.2/',
  'https://www.google.com/maps/dir/Perth/Fremantle/@-31.9,115.8,12z/data=!4m9!1m5!1m1!1s0x2a32a7:0x504f0b',
  'https://www.google.com/maps/dir/?api=1&destination_place_id=ChIJ_-0a',
  'https://www.google.com/maps/place',
  'https://www.google.com/maps/place/',
  'https://www.google.com/maps/place/@-32.0569,115.7439,17z',
  'https://www.google.com/maps/place/-32.0569,115.7439/@-32.0569,115.7439,17z',
  'https://www.google.com/maps/place//@-32.0569,115.7439,17z',
  'https://www.google.com/maps?cid=',
  'https://maps.google.com',
  'https://maps.google.com/',
  'https://maps.google.com/maps?q=electrician',
])('%s names no business', (link) => {
  expect(isReviewUrl(link)).toBe(false)
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
