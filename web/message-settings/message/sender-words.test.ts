import { expect, test } from 'vitest'
import { senderInWords } from './sender-words.ts'

test.each([
  [{ kind: 'own-number', name: '+61480000001', isTwoWay: true }, /your own number, \+61 480 000 001: STOP/],
  [{ kind: 'own-name', name: 'Whitlock', isTwoWay: false }, /from Whitlock, your own name: nobody can reply/],
  [
    { kind: 'shared', name: '+61480000000', isTwoWay: true },
    /from \+61 480 000 000, which other .* to it stops/,
  ],
  [
    { kind: 'shared', name: '12345', isTwoWay: true },
    /from 12345, which other businesses share: STOP sent to it/,
  ],
  [{ kind: 'shared', name: null, isTwoWay: true }, /from numbers that other .* to one of them stops their/],
] as const)('an owner reads by what %j her texts go, and whom a STOP stops', (sender, words) => {
  expect(senderInWords(sender)).toMatch(words)
})
