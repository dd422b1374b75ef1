import { expect, test } from 'vitest'
import { letterAsHtml } from './letter-html-rules.ts'
import { writeLetter, type Week } from './letter-rules.ts'

const week: Week = {
  ownerName: 'Jane',
  businessName: 'Whitlock Electrical',
  from: '2026-11-16',
  until: '2026-11-22',
  asked: 12,
  opened: 7,
  failed: 0,
  waiting: 0,
  notAsked: [],
  currency: 'AUD',
  availableCents: 1_840,
  weeklyCents: 216,
  isXeroLost: false,
  isSwitchedOff: false,
}
const wordsOf = (changed: Partial<Week>) =>
  writeLetter({ ...week, ...changed })?.parts.map(({ words }) => words)

test.each<[string, Partial<Week>, string]>([
  ['funds in weeks', {}, 'You have $18.40 left: about 8 weeks of texts at your pace.'],
  ['a week of funds', { weeklyCents: 1_840 }, 'You have $18.40 left: about 1 week of texts at your pace.'],
  [
    'less than a week',
    { weeklyCents: 2_000 },
    'You have $18.40 left: less than a week of texts at your pace.',
  ],
  ['no pace yet', { weeklyCents: null }, 'You have $18.40 left for texts.'],
  ['texts that wait', { waiting: 1 }, '1 text waits to go out.'],
  ['texts that failed', { failed: 2 }, '2 texts did not arrive.'],
  [
    'one customer without a mobile',
    { notAsked: [{ reason: 'no_mobile', count: 1 }] },
    'One thing to mend: 1 customer had no mobile in Xero. Add it, and this customer can still be asked.',
  ],
  ['no funds', { availableCents: -5 }, 'One thing to mend: there are no funds for texts.'],
  ['switched off', { isSwitchedOff: true }, 'One thing to mend: review requests are switched off.'],
])('it says %s', (_what, changed, words) => {
  expect(wordsOf(changed)).toContain(words)
})

test('of several things to mend it names the gravest alone', () => {
  const words = wordsOf({ isXeroLost: true, isSwitchedOff: true, availableCents: 0 })
  expect(words?.filter((one) => one.startsWith('One thing'))).toEqual([
    'One thing to mend: Xero has ended our connection, so we hear of no paid invoices.',
  ])
})

test('four reasons are named, the rest is counted', () => {
  const reasons = [
    'no_mobile',
    'cooldown',
    'opted_out',
    'excluded_word',
    'demo_organisation',
    'bill',
  ] as const
  const words = wordsOf({ notAsked: reasons.map((reason, index) => ({ reason, count: 6 - index })) })
  expect(words?.filter((one) => one.includes('×'))).toHaveLength(4)
  expect(words).toContain('2 for other reasons.')
})

test('names cannot write into the page', () => {
  const letter = writeLetter(week)!
  const page = letterAsHtml(letter, {
    ownerName: '<script>',
    businessName: 'A & "B"',
    period: '16 to 22 November',
    publicUrl: 'https://goodword.example',
    offUrl: 'https://goodword.example/n/x/letter',
  })
  expect(page).not.toContain('<script>')
  expect(page).toContain('A &amp; &quot;B&quot;')
})
