import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isGsm } from './gsm-rules.ts'
import { unknownFieldProblem } from '../../contracts/shared/template-fields.ts'
import { checkTemplate } from './template-rules.ts'
import { DEFAULT_TEMPLATE } from './text-rules.ts'

test.each(['', '   ', '\n\n'])('a blank template is refused: %j', (template) => {
  expect(checkTemplate(template)).toMatchObject({ ok: false, code: 'blank' })
})

test('200 characters are the most [5.5] [9.2]', () => {
  expect(checkTemplate('é'.repeat(200))).toMatchObject({ ok: true })
  expect(checkTemplate('a'.repeat(201))).toEqual({
    ok: false,
    code: 'too_long',
    message: 'Character limit reached. Maximum 200 characters allowed.',
    warnings: [],
  })
})

test.each([
  ['Thanks – it’s done…', ['–', '’', '…'], '– ’ …'],
  ['© ® ™', ['©', '®', '™'], '© ® ™'],
  ['“Great”', ['“', '”'], '“ ”'],
  ['Kia ora Māori', ['ā'], 'ā'],
  ['Thanks 👷🏽‍♀️!', ['👷🏽‍♀️'], '👷🏽‍♀️'],
  ['a\tb', ['\t'], '(tab)'],
  ['a\u00a0b\u200bc', ['\u00a0', '\u200b'], '(hidden space)'],
  ['áíóúçāē', ['á', 'í', 'ó', 'ú', 'ç', 'ā', 'ē'], 'á í ó ú ç'],
])('%j has characters that no text can carry [8.5]', (template, characters, named) => {
  expect(checkTemplate(template)).toEqual({
    ok: false,
    code: 'invalid_character',
    message: `Invalid character detected. Please remove special characters like ${named}`,
    characters,
    warnings: [],
  })
})

describe('the owner is warned', () => {
  test.each([
    ['Leave a review and get 10% off', 'in return'],
    ['Review us and win!', 'in return'],
    ['A free gift for every review', 'in return'],
    ['Get a $20 voucher', 'in return'],
    ['$5 off your next visit', 'in return'],
    ['Give us 5 stars', 'number of stars'],
    ['We would love a five-star review', 'number of stars'],
    ['If you are happy with our work, review us', 'only happy'],
    ['If you were satisfied please tell Google', 'only happy'],
    ['If everything went well, leave a review', 'only happy'],
    ['Please leave us a good review', 'honest review'],
    ['A positive Google review would help', 'honest review'],
    ['Review us: https://g.page/r/x/review', 'no link of your own'],
  ])('%s', (template, part) => {
    const check = checkTemplate(template)
    expect(check).toMatchObject({ ok: true, warnings: [expect.stringContaining(part)] })
  })

  test.each([
    ['Give us “5 stars”', 'invalid_character'],
    ['Give us 5\u00a0stars', 'invalid_character'],
    ['Give us 5 stars, {fristName}', 'unknown_field'],
    [`Give us 5 stars${'!'.repeat(200)}`, 'too_long'],
  ])('also where the message is refused: %s', (template, code) => {
    const warnings = [expect.stringContaining('number of stars')]
    expect(checkTemplate(template)).toMatchObject({ ok: false, code, warnings })
  })

  test.each([
    DEFAULT_TEMPLATE,
    'Feel free to call us. A Google review would help: {reviewLink}',
    'Thanks {First_Name}! Stress-free plumbing. {businessName} {invoiceNumber}',
    'We hope you are happy with the work. Could you leave a review?',
    'Starstruck Electrical here. If you have a minute, please review us',
    'Winston here, thanks',
    'Kind regards, Bob. Review us',
    '{customerName} {}',
  ])('but not of %s', (template) => {
    expect(checkTemplate(template)).toEqual({ ok: true, warnings: [] })
  })
})

test.each([
  ['Hi {fristName}', '{fristName}'],
  ['Hi {{first}}', '{{first}}'],
  ['{nick_name} {firstName} { nickname } {nick_name}', '{nick_name} and { nickname }'],
])('an unknown field is refused, and the known ones are named: %s', (template, which) => {
  expect(checkTemplate(template)).toEqual({
    ok: false,
    code: 'unknown_field',
    message:
      `We cannot fill in ${which}. ` +
      'You can use {firstName}, {customerName}, {businessName}, {invoiceNumber}, {reviewLink}.',
    warnings: [],
  })
})

test.each(['Thanks {firstName} {}', 'a { b', 'b } a', '{1}', '{{', '^{}\\[~]|€'])(
  'braces that stand around no word are letters like others: %s',
  (template) => {
    expect(checkTemplate(template)).toEqual({ ok: true, warnings: [] })
  },
)

test('what is accepted is in the alphabet, not blank and not too long; what is refused says why [5.7] [8.5]', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 220 }), fc.string({ maxLength: 220 }))
  fc.assert(
    fc.property(text, (template) => {
      const check = checkTemplate(template)
      const composed = template.normalize('NFC')
      const isFine =
        composed.trim() !== '' &&
        [...composed].length <= 200 &&
        isGsm(composed) &&
        unknownFieldProblem(composed) === undefined
      expect(check.ok).toBe(isFine)
      expect(check.ok || check.message.length > 10).toBe(true)
    }),
  )
})

test.each([
  ['Hi {firstName, a review? {reviewLink}', '{firstName'],
  ['Hi firstName}, a review?', 'firstName}'],
  ['Hi [First name], a review?', '[First name]'],
  ['Hi <business_name>, a review?', '<business_name>'],
  ['Hi {first-name how was it?', '{first-name'],
  ['Hi <Your business name>, a review?', 'send <Your business name> as'],
  ['Hi [your first name], a review?', 'send [your first name] as'],
  ["Hi <the customer's first name>, a review?", "send <the customer's first name> as"],
])('in %j what is no field yet is pointed out', (template, part) => {
  expect(checkTemplate(template)).toEqual({ ok: true, warnings: [expect.stringContaining(part)] })
})

test.each([
  'Hi {firstName}!',
  'Hi {{ First Name }}',
  'We [really] < 3 you, {customerName} {reviewLink}',
  'a { b } c',
  'Review link > {reviewLink}',
  'We <3 you. Invoice number > {invoiceNumber}',
])('in %j every field is whole', (template) => {
  expect(checkTemplate(template).warnings).toEqual([])
})
