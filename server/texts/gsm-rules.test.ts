import * as fc from 'fast-check'
import sms from 'sms-segments-calculator'
import { expect, test } from 'vitest'
import { septetsToShorten, countSegments, foldToGsm, isGsm } from './gsm-rules.ts'

const basic = Array.from(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = Array.from('^{}\\[~]|€')
const gsmText = fc.string({ unit: fc.constantFrom(...basic, ...extended), maxLength: 700 })
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  gsmText,
)
const byTheGateway = (body: string): number => new sms.SegmentedMessage(body).segmentsCount

test('the 7-bit alphabet has 127 characters and 9 more that count twice [5.7]', () => {
  expect(basic).toHaveLength(127)
  for (const character of [...basic, ...extended]) {
    expect(isGsm(character)).toBe(true)
    expect(new sms.SegmentedMessage(character).encodingName).toBe('GSM-7')
  }
})

test.each([...'`çáíóúāē’“”–—…\t\f\u001b\u00a0\u200b©®™', '😀', 'e\u0301'])(
  '%j is not in it [5.7]',
  (character) => {
    expect(isGsm(character)).toBe(false)
  },
)

test.each([
  ['Hi Sam', 'Hi Sam'],
  ['Māori Kāinga ŌTAUTAHI', 'Maori Kainga OTAUTAHI'],
  ['Sparky’s “best” ‘work’', "Sparky's \"best\" 'work'"],
  ['Smith – Jones — Co‑op −5', 'Smith - Jones - Co-op -5'],
  ['wait…', 'wait...'],
  ['a\u00a0b\u2009c\u3000d\te', 'a b c d e'],
  ['a\u200bb\u200d\ufeffc\u00ad', 'abc'],
  ['François, João, Zoë, Siân', 'Francois, Joao, Zoe, Sian'],
  ['Müller é à ñ ö ü Å Ø', 'Müller é à ñ ö ü Å Ø'],
  ['e\u0301 u\u0308', 'é ü'],
  ['Łukasz Żółw', 'Lukasz Zolw'],
  ['Đặng Thị Nguyệt', 'Dang Thi Nguyet'],
  ['Þór Ðuro œuvre ıĞş', 'Thor Duro oeuvre iGs'],
  ['Sparky™ ® ©', 'Sparky  '],
  ['½ ﬁne № 5 10×20', '1/2 fine No 5 10x20'],
  ['𝓙𝓪𝓷𝓮 ＳＡＬＥ', 'Jane SALE'],
  ['⚡ Volt ⚡️👷🏽‍♀️', ' Volt '],
  ['王伟', ''],
  ['line\u2028two', 'line\ntwo'],
  ['€5 [now] {x}', '€5 [now] {x}'],
  ['lone \ud83d half', 'lone  half'],
])('%j is written %j', (text, folded) => {
  expect(foldToGsm(text)).toBe(folded)
})

test('what is folded is in the alphabet, is not folded further, and text already in it stays as it is', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const folded = foldToGsm(text)
      expect(isGsm(folded)).toBe(true)
      expect(foldToGsm(folded)).toBe(folded)
      expect(isGsm(text) ? text : folded).toBe(folded)
      expect(folded.length).toBeLessThanOrEqual(18 * text.length)
    }),
  )
})

test.each([
  ['', 1],
  ['a', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  [`${'a'.repeat(152)}€${'a'.repeat(151)}`, 2],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['ā'.repeat(70), 1],
  ['ā'.repeat(71), 2],
  ['a\r\n'.repeat(53), 1],
  ['a\r\n'.repeat(54), 2],
])('a text takes as many segments as it needs (%#)', (body, segments) => {
  expect(countSegments(body)).toBe(segments)
})

test('what we count is what the gateway counts', () => {
  fc.assert(
    fc.property(anyText, (body) => {
      expect(countSegments(body)).toBe(byTheGateway(body))
    }),
    { numRuns: 300 },
  )
})

test('a text that is shortened by so many septets takes a segment less, and by one fewer does not', () => {
  for (const length of [161, 200, 306, 307, 400, 459, 460, 613]) {
    const segments = countSegments('a'.repeat(length))
    const by = septetsToShorten('a'.repeat(length))!
    expect(countSegments('a'.repeat(length - by))).toBe(segments - 1)
    expect(countSegments('a'.repeat(length - by + 1))).toBe(segments)
  }
  expect(septetsToShorten('a'.repeat(160))).toBeNull()
  expect(septetsToShorten('')).toBeNull()
})
