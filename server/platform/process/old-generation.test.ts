import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MODULE = join(import.meta.dirname, 'old-generation.ts')

/** How often a process of its own collects its old generation while it allocates little and half of that lives on. */
const collections = (begin: string): number => {
  const program = `
    import { collectSeldom } from ${JSON.stringify(MODULE)}
    import { PerformanceObserver, constants } from 'node:perf_hooks'
    import { setTimeout as pause } from 'node:timers/promises'
    ${begin}
    let counted = 0
    const count = ({ detail }) => (counted += detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR ? 1 : 0)
    new PerformanceObserver((list) => list.getEntries().forEach(count)).observe({ entryTypes: ['gc'] })
    globalThis.living = Array.from({ length: 200_000 }, (_, at) => ({ at, list: [at] }))
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await pause(50)
    const before = counted
    let made = []
    for (let round = 0; round < 200; round += 1) {
      for (let at = 0; at < 500; at += 1) made.push({ at, list: [at] })
      if (made.length > 30_000) made = []
      await pause(2)
    }
    await pause(50)
    console.log(counted - before)`
  // A small young generation hands on to the old one what lives for a moment.
  const args = ['--expose-gc', '--max-semi-space-size=2', '--input-type=module-typescript', '--eval', program]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

test('the old generation may grow while little happens, where V8 alone would soon collect it', () => {
  expect(collections('')).toBeGreaterThan(0)
  expect(collections('collectSeldom()')).toBe(0)
})
