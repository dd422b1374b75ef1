import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MB = 1024 * 1024
const MODULE = join(import.meta.dirname, 'young-generation.ts')

/** The greatest size of the young generation in a process of its own whose objects live for a while. */
const greatestMb = (begin: string): number => {
  const program = `
    import { limitYoungGeneration, youngBytes } from ${JSON.stringify(MODULE)}
    import { setImmediate } from 'node:timers/promises'
    ${begin}
    let kept = []
    let most = 0
    for (let round = 0; round < 300; round += 1) {
      for (let made = 0; made < 10_000; made += 1) kept.push({ made, list: [made] })
      if (kept.length > 300_000) kept = []
      await setImmediate()
      most = Math.max(most, youngBytes())
    }
    console.log(most)`
  // V8 draws its own limit from the memory of the machine.
  const args = ['--max-semi-space-size=64', '--input-type=module-typescript', '--eval', program]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' })) / MB
}

test('the young generation stays small under load, where V8 alone would let it grow', () => {
  expect(greatestMb('')).toBeGreaterThan(32)
  expect(greatestMb('limitYoungGeneration()')).toBeLessThanOrEqual(32)
})
