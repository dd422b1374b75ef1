import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

export default defineConfig({
  test: {
    include: ['{server,contracts,sandbox,bin,web,test,bench,deploy}/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    globalSetup: ['test/support/start-database.ts', 'test/support/build-screens.ts'],
    environment: 'node',
    pool: 'forks',
    // Files share what a worker has loaded: half of the time went into loading it again for each.
    isolate: false,
    // More than cores: drills and processes under test spend most of their time in waiting.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Patience, not a bar: on a busy machine a test that starts several processes takes half a minute.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default'],
  },
})
