import { defineConfig } from 'vitest/config'
import { LongestFirst, WITH_PROCESSES } from './test/support/longest-first.ts'

export default defineConfig({
  test: {
    globalSetup: ['test/support/start-database.ts', 'test/support/build-screens.ts'],
    environment: 'node',
    pool: 'forks',
    // Files share what a worker has loaded: half of the time went into loading it again for each.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Patience, not a bar: on a busy machine a test that starts several processes takes half a minute.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'processes',
          include: WITH_PROCESSES,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'product',
          include: ['{server,contracts,sandbox,bin,web,test,bench,deploy}/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'node_modules/**', ...WITH_PROCESSES],
          // More than cores: much of the time goes into waiting for PostgreSQL.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
