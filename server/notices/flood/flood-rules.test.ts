import { expect, test } from 'vitest'
import { decideFlood, writeFlood } from './flood-rules.ts'

const turns = {
  count: 214,
  firstAt: '2026-11-23T01:15:00Z',
  lastAt: '2026-11-26T08:00:00Z',
  newestAt: '2026-11-23T01:00:00Z',
  perDay: 60,
  tooLate: 0,
  isPlanned: true,
}

test.each([
  ['begins', { isTold: false, isOff: false }, turns, { isMailed: true, isTold: true }],
  ['goes on', { isTold: true, isOff: false }, turns, { isMailed: false, isTold: true }],
  ['ebbs away', { isTold: true, isOff: false }, { ...turns, count: 3 }, { isMailed: false, isTold: true }],
  ['is over', { isTold: true, isOff: false }, null, { isMailed: false, isTold: false }],
  ['is none', { isTold: false, isOff: false }, { ...turns, count: 20 }, { isMailed: false, isTold: false }],
  ['is not wanted', { isTold: false, isOff: true }, turns, { isMailed: false, isTold: true }],
])('a flood that %s', (_what, told, now, next) => {
  expect(decideFlood(told, now, 20)).toEqual(next)
})

const about = {
  turns,
  ownerName: 'Dana',
  businessName: 'Whitlock Electrical',
  now: new Date('2026-11-23T01:00:00Z'),
  timeZone: 'Australia/Perth',
  publicUrl: 'https://goodword.example',
  offUrl: 'https://goodword.example/n/abc',
}

test('the mail says how many, over how many days, and where to skip them', () => {
  const { subject, text } = writeFlood(about)
  expect(subject).toBe('214 texts wait to go out: Whitlock Electrical')
  expect(text).toContain(
    '214 texts wait for their turn, because more are due at once than your pace lets go.',
  )
  expect(text).toContain(
    'they go out over 4 days, at most 60 in 24 hours: the first at 9:15 am today, the last at 4:00 pm on Thursday.',
  )
  expect(text).toContain('skip the texts before they go: https://goodword.example/dashboard')
  expect(text).toContain('https://goodword.example/n/abc')
  expect(text).not.toContain('two weeks')
})

test('one that has begun, that fits into a day, or that is too long, says so', () => {
  const one = { ...turns, firstAt: '2026-11-23T00:59:00Z', lastAt: '2026-11-23T08:00:00Z', tooLate: 12 }
  const { text } = writeFlood({ ...about, turns: one })
  expect(text).toContain('they go out on one day: the first just now, the last at 4:00 pm today.')
  expect(text).toContain('12 of them would come more than two weeks late')
})

test.each([
  ['over days', {}, 'they go out over about 4 days, at most 60 in 24 hours, from 9:15 am today on.'],
  ['on a day', { lastAt: '2026-11-23T09:00:00Z' }, 'they go out on one day, from 9:15 am today on.'],
  ['at once', { firstAt: '2026-11-23T00:59:00Z' }, 'they go out over about 4 days, at most 60 in 24 hours.'],
])('before they have turns the mail names no moments of them: %s', (_when, more, words) => {
  const { text } = writeFlood({ ...about, turns: { ...turns, isPlanned: false, ...more } })
  expect(text).toContain(`So that reviews come in naturally, ${words}`)
})
