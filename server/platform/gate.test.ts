import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('at most so many are inside, the others in the order of asking, also after a failure', async () => {
  const gate = createGate(2)
  const seen: string[] = []
  const ends = ['a', 'b', 'c', 'd'].map(() => Promise.withResolvers<void>())
  const runs = ['a', 'b', 'c', 'd'].map((name, index) =>
    gate.run(async () => {
      seen.push(name)
      await ends[index]!.promise
      return name
    }),
  )
  expect(seen).toEqual(['a', 'b'])
  expect(await gate.tryRun(() => Promise.reject(new Error('must not run')))).toBe(false)
  ends[1]!.reject(new Error('b fails'))
  await expect(runs[1]).rejects.toThrow('b fails')
  await expect.poll(() => seen).toEqual(['a', 'b', 'c'])
  for (const end of [ends[0]!, ends[2]!, ends[3]!]) end.resolve()
  expect(await Promise.all([runs[0], runs[2], runs[3]])).toEqual(['a', 'c', 'd'])
  expect(await gate.tryRun(async () => void seen.push('e'))).toBe(true)
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
})
