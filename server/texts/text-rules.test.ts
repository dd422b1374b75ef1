import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkTemplate,
  composeText,
  countSegments,
  DEFAULT_TEMPLATE,
  isGsm,
  type TextParts,
} from './text-rules.ts'

const link = 'https://rvw.to/r/a1B2c3D4'
const parts: TextParts = {
  template: DEFAULT_TEMPLATE,
  firstName: 'Sam',
  customerName: 'Sam Wilson',
  businessName: 'Coastal Plumbing',
  invoiceNumber: 'INV-0042',
  reviewLink: link,
  optOut: { kind: 'reply' },
}
const nameless: Partial<TextParts> = { firstName: undefined, customerName: undefined }
const compose = (changes: Partial<TextParts>): string =>
  composeText({ ...parts, ...changes } as TextParts).body.replace(link, '<link>')

test('the usual text reads like one a person wrote, and costs one segment', () => {
  expect(composeText(parts)).toEqual({
    body: `Hi Sam, thanks for choosing Coastal Plumbing. Could you leave us a quick Google review? ${link} Reply STOP to opt out`,
    segments: 1,
  })
  expect(checkTemplate(DEFAULT_TEMPLATE)).toEqual({ ok: true, warnings: [] })
})

test('a longer name, business and link still cost one segment', () => {
  const { segments } = composeText({
    ...parts,
    firstName: 'Alexandra',
    businessName: 'Harbour City Electrical',
    reviewLink: 'https://goodword.example/r/a1B2c3D4e5',
  })
  expect(segments).toBe(1)
})

describe('without the word a field stands for, no hole is left', () => {
  test.each([
    ['Hi {firstName}, thanks. {reviewLink}', 'Hi there, thanks. <link>'],
    ['Hello {firstName}! Thanks. {reviewLink}', 'Hello there! Thanks. <link>'],
    ['Hey {firstName} - thanks {reviewLink}', 'Hey there - thanks <link>'],
    ['Dear {customerName}, thanks {reviewLink}', 'Dear customer, thanks <link>'],
    ["G'day {firstName}, ta {reviewLink}", "G'day, ta <link>"],
    ['Kia ora {firstName}! {reviewLink}', 'Kia ora! <link>'],
    ['Thanks {firstName}! {reviewLink}', 'Thanks! <link>'],
    ['Thanks, {firstName}, for paying {reviewLink}', 'Thanks, for paying <link>'],
    ['{firstName}, thanks for that. {reviewLink}', 'Thanks for that. <link>'],
    ['Done! {firstName}, please review us {reviewLink}', 'Done! Please review us <link>'],
    ['Hi\n{firstName}, thanks {reviewLink}', 'Hi\nThanks <link>'],
    ['Thanks {firstName} {customerName} for paying {reviewLink}', 'Thanks for paying <link>'],
    ['Hi there {firstName}, thanks {reviewLink}', 'Hi there, thanks <link>'],
    ['Thank you {firstName}.\nCheers :)\n{reviewLink}', 'Thank you.\nCheers :)\n<link>'],
  ])('%j', (template, text) => {
    expect(compose({ template, ...nameless })).toBe(`${text} Reply STOP to opt out`)
  })

  test.each([
    ['Invoice {invoiceNumber} is paid. {reviewLink}', 'Invoice is paid. <link>'],
    ['Invoice #{invoiceNumber} is paid. {reviewLink}', 'Invoice is paid. <link>'],
    ['Invoice no. {invoiceNumber} is paid. {reviewLink}', 'Invoice is paid. <link>'],
    ['All paid ({invoiceNumber}). {reviewLink}', 'All paid. <link>'],
    ['Paid: {invoiceNumber}. {reviewLink}', 'Paid. <link>'],
  ])('nor without an invoice number: %j', (template, text) => {
    expect(compose({ template, invoiceNumber: undefined })).toBe(`${text} Reply STOP to opt out`)
  })

  test('a company is not greeted by half its name', () => {
    const company = { firstName: undefined, customerName: 'Harbour Café Pty. Ltd.' }
    expect(compose({ template: 'Hi {firstName}, thanks {reviewLink}', ...company })).toMatch(
      /^Hi there, thanks/,
    )
    expect(compose({ template: 'Hi {customerName}, thanks {reviewLink}', ...company })).toMatch(
      /^Hi Harbour Café Pty. Ltd., thanks/,
    )
    expect(compose({ template: 'Thanks {customerName}. {reviewLink}', ...company })).toMatch(/Ltd\. <link>/)
  })

  test('a business whose name cannot be written is called "us"', () => {
    expect(compose({ businessName: '老王电工' })).toMatch(/^Hi Sam, thanks for choosing us\. Could/)
  })
})

describe('fields', () => {
  test.each([
    [
      '{ firstName } {FIRSTNAME} {first_name} {First Name} {{firstName}} {reviewLink}',
      'Sam Sam Sam Sam Sam <link>',
    ],
    ['Hi {firstName}, {nickname} thanks {reviewLink}', 'Hi Sam, thanks <link>'],
    [
      '{invoiceNumber} {businessName} {customerName} {reviewLink}',
      'INV-0042 Coastal Plumbing Sam Wilson <link>',
    ],
    ['{a{firstName}b} {reviewLink}', 'aSamb <link>'],
    ['Braces {} and [brackets] stay ~ {reviewLink}', 'Braces {} and [brackets] stay ~ <link>'],
  ])('%j', (template, text) => {
    expect(compose({ template })).toBe(`${text} Reply STOP to opt out`)
  })

  test('a name is never read as a field, and never brings lines of its own', () => {
    const body = compose({
      firstName: '{businessName}\n\nPay now',
      template: 'Hi {firstName}, ta {reviewLink}',
    })
    expect(body).toBe('Hi businessName Pay now, ta <link> Reply STOP to opt out')
  })
})

describe('the link', () => {
  test.each([
    ['Please review us', 'Please review us <link>'],
    ['Please review us:', 'Please review us: <link>'],
    ['Review us at {reviewLink}.', 'Review us at <link>'],
    ['Review ({reviewLink}) us', 'Review <link> us.'],
    ['Review:{reviewLink}! Cheers, Bob', 'Review: <link> Cheers, Bob.'],
    ['Review "{reviewLink}"', 'Review <link>'],
    ['{reviewLink}', '<link>'],
    ['Thanks\n{reviewLink}\nBob', 'Thanks\n<link>\nBob.'],
  ])('stands on its own: %j', (template, text) => {
    expect(compose({ template })).toBe(`${text} Reply STOP to opt out`)
  })

  test.each([
    [
      'Thanks! Please review us. Reply STOP to opt out',
      'Thanks! Please review us. <link> Reply STOP to opt out',
    ],
    ['Review us, text STOP to end', 'Review us, <link> text STOP to end'],
  ])('does not look like part of the way out: %j', (template, text) => {
    expect(compose({ template })).toBe(text)
  })
})

describe('the way out', () => {
  test.each([
    'Review us {reviewLink} Reply STOP to opt out',
    'Review us {reviewLink} reply stop to end',
    'Review us {reviewLink} Text "STOP" to quit.',
    'Review us {reviewLink} STOP to opt-out',
    'Review us {reviewLink} Opt out: STOP',
    'Review us {reviewLink} Opt out by replying STOP.',
    'Review us {reviewLink} To opt out, reply with the word "stop".',
    'Review us {reviewLink} STOP=opt out',
    'Review us {reviewLink} Opt-out? Text us STOP.',
  ])('is not added twice: %s', (template) => {
    expect(compose({ template })).toBe(template.replace('{reviewLink}', '<link>'))
  })

  test.each([
    "We don't stop! {reviewLink}",
    'One stop shop {reviewLink}',
    'PLEASE STOP BY {reviewLink}',
    'Please stop to leave us a review {reviewLink}',
    'You can opt out any time. A quick review? {reviewLink}',
    'Opt-out at any time, we never stop caring. {reviewLink}',
    'Opt out any time. PLEASE STOP BY! {reviewLink}',
  ])('is added where the template only seems to have it: %s', (template) => {
    expect(compose({ template })).toMatch(/<link> Reply STOP to opt out$/)
  })

  test('is added behind words that say only that there is one, and is counted', () => {
    const template = 'Thanks! A quick review? {reviewLink} You can opt out any time.'
    const body = 'Thanks! A quick review? <link> You can opt out any time. Reply STOP to opt out'
    expect(compose({ template })).toBe(body)
    const long = `${'Thanks! '.repeat(12)}{reviewLink} Opt out any time.`
    expect(composeText({ ...parts, template: long }).segments).toBe(2)
  })
})

describe('whatever the owner wrote and the contact book holds', () => {
  const wild = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '{firstName}',
            '{customerName}',
            '{businessName}',
            '{invoiceNumber}',
            '{reviewLink}',
          ),
          fc.constantFrom(
            '{nickname}',
            '{',
            '}',
            '{{',
            '(',
            ')',
            '"',
            '.',
            ',',
            '!',
            ' ',
            '\n',
            'Hi ',
            'STOP',
            'ā',
            '#',
          ),
          fc.string({ maxLength: 12 }),
        ),
        { maxLength: 16 },
      )
      .map((pieces) => pieces.join('').slice(0, 200)),
  )
  const token = fc.stringMatching(/^[A-Za-z0-9]{8,12}$/)
  const anything: fc.Arbitrary<TextParts> = fc.record({
    template: wild,
    firstName: fc.option(wild, { nil: undefined }) as fc.Arbitrary<string>,
    customerName: fc.option(wild, { nil: undefined }) as fc.Arbitrary<string>,
    businessName: wild,
    invoiceNumber: fc.option(wild, { nil: undefined }) as fc.Arbitrary<string>,
    reviewLink: token.map((text) => `https://rvw.to/r/${text}`),
    optOut: fc.oneof(
      fc.constant<TextParts['optOut']>({ kind: 'reply' }),
      token.map((text): TextParts['optOut'] => ({ kind: 'link', url: `https://rvw.to/o/${text}` })),
    ),
  })

  test('the text is 7-bit, with its link apart, a way out and no field left open, and costs what is counted', () => {
    fc.assert(
      fc.property(anything, (any) => {
        const { body, segments } = composeText(any)
        expect(isGsm(body)).toBe(true)
        expect(segments).toBe(countSegments(body))
        expect(body.split(/\s/).filter((word) => word === any.reviewLink)).toHaveLength(1)
        expect(body).toMatch(
          any.optOut.kind === 'reply' ? /stop|opt[ -]?out/i : /Opt out: https:\/\/rvw\.to\/o\/\w+$/,
        )
        expect(body).not.toMatch(
          /\{\s*(firstName|customerName|businessName|invoiceNumber|reviewLink|nickname)\s*\}/i,
        )
        expect(body).not.toMatch(/^\s|\s$|[^\S\n]{2}|\n{3}|\r/)
        expect(body.length).toBeLessThanOrEqual(1000)
      }),
      { numRuns: 3000 },
    )
  })

  test('a usual name never makes the usual text dearer than two segments', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 200 })
    fc.assert(
      fc.property(name, name, (firstName, businessName) => {
        expect(composeText({ ...parts, firstName, businessName }).segments).toBeLessThanOrEqual(2)
      }),
    )
  })
})
