import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSealer, keyedHash, readKey, sha256 } from './seal.ts'

const older = randomBytes(32).toString('base64')
const newer = randomBytes(32).toString('hex')
const HERE = 'table/column/row'

test('what is sealed is opened again, whatever it contains, and no two seals are alike', () => {
  const sealer = createSealer([newer])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
      expect(sealer.open(sealer.seal(plain, HERE), HERE)).toBe(plain)
      expect(sealer.seal(plain, HERE).equals(sealer.seal(plain, HERE))).toBe(false)
    }),
  )
})

test('a key is rotated by putting a new one in front: the older one still opens', () => {
  const sealed = createSealer([older]).seal('refresh token', HERE)
  const rotated = createSealer([newer, older])
  expect(rotated.open(sealed, HERE)).toBe('refresh token')
  expect(createSealer([newer]).open(rotated.seal('refresh token', HERE), HERE)).toBe('refresh token')
})

test('without its key a seal stays shut and says what to do', () => {
  const sealed = createSealer([older]).seal('refresh token', HERE)
  expect(() => createSealer([newer]).open(sealed, HERE)).toThrow('add the older key back')
})

test('what was sealed for one place opens in no other', () => {
  const sealer = createSealer([newer])
  const sealed = sealer.seal('refresh token', HERE)
  for (const place of ['table/column/another', 'table/another/row', 'another/column/row', ''])
    expect(() => sealer.open(sealed, place)).toThrow('sealed for another place')
})

test('a seal that was changed anywhere, or cut short, does not open', () => {
  const sealer = createSealer([newer])
  const sealed = sealer.seal('refresh token', HERE)
  const bit = fc.tuple(fc.integer({ min: 0, max: sealed.length - 1 }), fc.integer({ min: 0, max: 7 }))
  fc.assert(
    fc.property(bit, ([at, flip]) => {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1 << flip
      expect(() => sealer.open(changed, HERE)).toThrow(Error)
    }),
  )
  for (let length = 0; length < sealed.length; length++) {
    expect(() => sealer.open(sealed.subarray(0, length), HERE)).toThrow(Error)
  }
})

test.each(['', 'short', randomBytes(31).toString('base64'), randomBytes(33).toString('hex'), 'z'.repeat(64)])(
  'a key that is not 32 bytes is refused: %j',
  (key) => {
    expect(() => readKey(key)).toThrow('32 bytes')
    expect(() => createSealer([newer, key])).toThrow('32 bytes')
  },
)

test('there must be a key', () => {
  expect(() => createSealer([])).toThrow('ENCRYPTION_KEYS is empty')
})

test('a value is recognised by its hash only with the key', () => {
  const { key } = readKey(newer)
  const hash = keyedHash(key, '+61491570006')
  expect(keyedHash(key, '+61491570006').equals(hash)).toBe(true)
  expect(keyedHash(readKey(older).key, '+61491570006').equals(hash)).toBe(false)
  expect(hash.equals(sha256('+61491570006'))).toBe(false)
  expect(sha256('abc').toString('hex')).toMatch(/^ba7816bf8f01cfea/)
})
