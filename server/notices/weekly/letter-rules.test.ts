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
  newReviews: 0,
  waiting: 0,
  notAsked: [],
  toMend: 0,
  currency: 'AUD',
  availableCents: 1_840,
  fundsLastDays: 60,
  isXeroLost: false,
  isSwitchedOff: false,
}
const wordsOf = (changed: Partial<Week>) =>
  writeLetter({ ...week, ...changed })?.parts.map(({ words }) => words)
const noMobile = (count: number) => ({ reason: 'no_mobile', what: 'No mobile number we could text.', count })

test.each<[string, Partial<Week>, string]>([
  ['funds in weeks', {}, 'You have $18.40 left: about 8 weeks of texts at your pace.'],
  ['a week of funds', { fundsLastDays: 13 }, 'You have $18.40 left: about 1 week of texts at your pace.'],
  ['less than a week', { fundsLastDays: 6 }, 'You have $18.40 left: less than a week of texts at your pace.'],
  ['no pace yet', { fundsLastDays: null }, 'You have $18.40 left for texts.'],
  ['texts that wait', { waiting: 1 }, '1 text waits to go out.'],
  [
    'texts that failed, besides those that are counted as asked',
    { failed: 2 },
    '2 more texts did not arrive.',
  ],
  ['one that failed', { failed: 1 }, '1 more text did not arrive.'],
  ['texts that failed, and no other went', { asked: 0, failed: 2 }, '2 texts did not arrive.'],
  [
    'one customer whom no text reached',
    { toMend: 1 },
    'One thing to look at: 1 recent payment came from a customer we could not reach by text. See what can be done.',
  ],
  [
    'several customers whom no text reached',
    { toMend: 4, notAsked: [noMobile(1)] },
    'One thing to look at: 4 recent payments came from customers we could not reach by text. See what can be done.',
  ],
  ['switched off', { isSwitchedOff: true }, 'One thing to fix: review requests are switched off.'],
  [
    'a text that waits while they are off',
    { isSwitchedOff: true, waiting: 1 },
    'One thing to fix: review requests are switched off. 1 text is waiting and will not be sent.',
  ],
  [
    'texts that wait while they are off and Xero is lost',
    { isSwitchedOff: true, waiting: 12, isXeroLost: true },
    'Review requests are switched off. 12 texts are waiting and will not be sent.',
  ],
])('it says %s', (_what, changed, words) => {
  expect(wordsOf(changed)).toContain(words)
})

test.each<[string, Partial<Week>, string]>([
  [
    'are used up',
    { availableCents: 0 },
    'Your funds are used up. Texts wait until you top up, for up to 7 days.',
  ],
  [
    'never were',
    { availableCents: null },
    'You have no funds yet. Texts wait until you top up, for up to 7 days.',
  ],
  ['are used up while it is off', { availableCents: -5, isSwitchedOff: true }, 'Your funds are used up.'],
  ['never were while it is off', { availableCents: null, isSwitchedOff: true }, 'You have no funds yet.'],
])('funds that %s are said once', (_what, changed, words) => {
  const said = wordsOf({ ...changed, toMend: 1 })
  expect(said?.filter((one) => one.includes('unds'))).toEqual([words])
  expect(said?.filter((one) => one.includes('to fix'))).toHaveLength(changed.isSwitchedOff ? 1 : 0)
})

test('while review requests are off, texts that wait are said once', () => {
  const words = wordsOf({ isSwitchedOff: true, waiting: 12 })
  expect(words?.filter((one) => one.includes('12 texts') || one.includes('switched off'))).toHaveLength(1)
  expect(words?.join(' ')).not.toContain('to go out')
})

test('without funds it leads to the top-up', () => {
  const links = (changed: Partial<Week>) =>
    writeLetter({ ...week, ...changed })!.parts.map(({ link }) => link)
  expect(links({ availableCents: 0 })).toContainEqual({ words: 'Top up', path: '/dashboard?tab=top-up' })
  expect(links({ availableCents: 0, isXeroLost: true }).filter(Boolean)).toEqual([
    { words: 'Connect Xero', path: '/dashboard?tab=xero' },
  ])
})

test.each<Partial<Week>>([{ isXeroLost: true }, { isSwitchedOff: true }, { availableCents: null }])(
  'a week in which nothing was paid has no letter, although %j',
  (mendable) => {
    expect(writeLetter({ ...week, asked: 0, ...mendable })).toBeUndefined()
  },
)

test('its links lead to what it counts: the not asked of its own week, and the list To mend', () => {
  const { parts } = writeLetter({ ...week, toMend: 4, notAsked: [noMobile(3)] })!
  expect(parts.flatMap(({ link }) => (link ? [link.path] : []))).toEqual([
    '/dashboard?tab=activity&period=2026-11-16..2026-11-22&outcome=skipped',
    '/dashboard?tab=activity&view=mend',
  ])
})

test('a week without a text says so in words', () => {
  expect(writeLetter({ ...week, asked: 0, notAsked: [noMobile(1)] })!.subject).toBe(
    'Whitlock Electrical: no customers asked last week',
  )
})

test('of several things to fix it names the gravest alone', () => {
  const words = wordsOf({ isXeroLost: true, isSwitchedOff: true, availableCents: 0 })
  expect(words?.filter((one) => one.startsWith('One thing'))).toEqual([
    'One thing to fix: Xero has ended our connection, so we hear of no paid invoices.',
  ])
})

test('four reasons are named, the rest is counted', () => {
  const notAsked = [6, 5, 4, 3, 2, 1].map((count) => ({ reason: `r${count}`, what: `Why ${count}.`, count }))
  const words = wordsOf({ notAsked })
  expect(words?.filter((one) => one.includes('×'))).toEqual([6, 5, 4, 3].map((n) => `${n} × Why ${n}.`))
  expect(words).toContain('3 for other reasons.')
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
