import { expect, test } from 'vitest'
import { isOwnKey } from './own-keys.ts'

const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(8))
const keys = Array.from({ length: 3_000 }, (_, index) => `send:${index}`)
const ownersOf = (key: string, among: string[]): string[] =>
  among.filter((id) =>
    isOwnKey(
      key,
      id,
      among.filter((other) => other !== id),
    ),
  )

test('of several workers exactly one has a key, and each has its share', () => {
  const owners = keys.flatMap((key) => ownersOf(key, ids))
  expect(owners).toHaveLength(keys.length)
  for (const id of ids) expect(owners.filter((owner) => owner === id).length).toBeGreaterThan(800)
})

test('a worker alone has every key', () => {
  expect(keys.every((key) => isOwnKey(key, ids[0]!, []))).toBe(true)
})

test('when one ends, the keys of the others stay where they are', () => {
  const left = ids.slice(1)
  const kept = keys.filter((key) => ownersOf(key, ids)[0] !== ids[0])
  expect(kept.map((key) => ownersOf(key, left))).toEqual(kept.map((key) => ownersOf(key, ids)))
})
