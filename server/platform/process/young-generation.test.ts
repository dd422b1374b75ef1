import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MB = 1024 * 1024
const MODULE = join(import.meta.dirname, 'young-generation.ts')

/** The median size of the young generation in a process of its own whose objects live for a while. */
const usualMb = (begin: string): number => {
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
    console.log(sizes.toSorted((one, other) => one - other)[150])`
  // V8 draws its own limit from the memory of the machine.
  const args = ['--max-semi-space-size=64', '--input-type=module-typescript', '--eval', program]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' })) / MB
}

test('the young generation stays small under load, where V8 alone would let it grow', () => {
  expect(usualMb('')).toBeGreaterThan(48)
  // Up to twice the limit: V8 may have grown once more before it is told.
  expect(usualMb('limitYoungGeneration()')).toBeLessThanOrEqual(32)
})
