import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MB = 1024 * 1024
const MODULE = join(import.meta.dirname, 'young-generation.ts')

/** The sizes of the young generation, by size, in a process of its own whose objects live for a while. */
const sizesMb = (begin: string): number[] => {
  const program = `
    import { limitYoungGeneration, youngBytes } from ${JSON.stringify(MODULE)}
    import { setImmediate } from 'node:timers/promises'
    ${begin}
    let kept = []
    const sizes = []
    for (let round = 0; round < 300; round += 1) {
      for (let made = 0; made < 10_000; made += 1) kept.push({ made, list: [made] })
      if (kept.length > 300_000) kept = []
      await setImmediate()
      sizes.push(youngBytes())
    }
    console.log(JSON.stringify(sizes.toSorted((one, other) => one - other)))`
  // V8 draws its own limit from the memory of the machine.
  const args = ['--max-semi-space-size=64', '--input-type=module-typescript', '--eval', program]
  const sizes = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as number[]
  return sizes.map((bytes) => bytes / MB)
}

test('the young generation stays small under load, where V8 alone would let it grow', () => {
  // How soon it grows is V8's: by the middle of the rounds, or later.
  expect(sizesMb('').at(-1)).toBeGreaterThan(48)
  // The median, and up to twice the limit: V8 may have grown once more before it is told.
  expect(sizesMb('limitYoungGeneration()')[150]).toBeLessThanOrEqual(32)
})
