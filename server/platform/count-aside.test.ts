import { expect, test } from 'vitest'
import { createCountAside } from './count-aside.ts'

test('of a flood of counts two are under way at a time, a hundred are done, and the rest are dropped', async () => {
  const countAside = createCountAside()
  const [faults, done]: [unknown[], number[]] = [[], []]
  const waiting: (() => void)[] = []
  let most = 0
  let inside = 0
  for (let n = 0; n < 150; n += 1)
    countAside(
      async () => {
        most = Math.max(most, (inside += 1))
        await new Promise<void>((resolve) => waiting.push(resolve))
        inside -= 1
        done.push(n)
        if (n === 7) throw new Error('The seventh fails.')
      },
      (cause) => faults.push(cause),
    )
  for (let rounds = 0; rounds < 60; rounds += 1) {
    for (const go of waiting.splice(0)) go()
    await new Promise(setImmediate)
  }
  expect([most, done.length, faults.length]).toEqual([2, 100, 1])
  countAside(
    async () => void done.push(150),
    () => undefined,
  )
  await expect.poll(() => done.length).toBe(101)
})
