import { expect, test } from 'vitest'
import { foreignLinks } from './test-links.ts'

test.for([
  ['Hi {firstName}, how did we do? {reviewLink}'],
  ['Thanks.Could you tell us? It took 2.5 hours, e.g. on no.5/7. {reviewLink}'],
  ['Write here: https://g.page/r/CWqXo0abcDEFEBM/review.'],
  ['{reviewLink} and not {reviewLink}/x'],
])('%s leads to review pages only', ([message]) => {
  expect(foreignLinks(message!)).toEqual([])
})

test.for<[string, string]>([
  ['See https://evil.example/a?b=c!', 'https://evil.example/a?b=c'],
  ['See HTTP://evil.example.', 'HTTP://evil.example'],
  ['See www.evil.example', 'www.evil.example'],
  ['See bit.ly/3xYz {reviewLink}', 'bit.ly/3xYz'],
  ['See evil.com, please', 'evil.com'],
  ['See shop.evil.co.nz', 'shop.evil.co.nz'],
  ['https://www.google.com/url?q=https://evil.example', 'https://www.google.com/url?q=https://evil.example'],
])('%s leads elsewhere', ([message, link]) => {
  expect(foreignLinks(message)).toEqual([link])
})
