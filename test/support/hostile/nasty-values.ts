/** Texts that an attacker or a broken program sends. */
export const NASTY_TEXTS = [
  '',
  ' \t\n',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  'x'.repeat(5_000),
  '\u202eabc\u200f\u2066',
  '\ufeff\u200b',
  '🧨👩‍👩‍👧',
  `../'; drop table users; --`,
  '%00',
  'NaN',
  '-1',
  '1e400',
  '9'.repeat(400),
  '0001-01-01',
  '2099-02-30',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '__proto__',
  'null',
]

/** What stands in an address as it is: escapes that are none, bytes that are no letters. */
export const NASTY_ESCAPES = ['%00', '%', '%zz', '%ED%A0%80', '%2e%2e%2f', '%0d%0aset-cookie:a=b']

const deep = (open: string, shut: string, inside = '') => open.repeat(5_000) + inside + shut.repeat(5_000)

/** Fragments of JSON, as text: some of them no JavaScript value writes. */
export const NASTY_JSON = [
  ...NASTY_TEXTS.map((text) => JSON.stringify(text)),
  'null',
  'true',
  '-1',
  '0.1',
  '-0',
  '1e308',
  '1e999',
  '9007199254740993',
  'NaN',
  '[]',
  '["a","b"]',
  '[null]',
  '{}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"hasOwnProperty":null,"length":-1}',
  deep('[', ']'),
  deep('{"a":', '}', '1'),
]

/** Values of a header; what HTTP itself does not carry never arrives. */
export const NASTY_HEADERS = ['', 'x'.repeat(5_000), '\u00ff\u0080', '%00', '%', '__proto__', ',,;==']
