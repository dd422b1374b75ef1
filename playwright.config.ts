import { defineConfig } from '@playwright/test'
import { findBrowser, unneededArgs } from './test/support/browser.ts'

const { executablePath, args, env } = await findBrowser()

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  // Node runs these as they are: compiling them anew in each worker of a fresh machine takes its time.
  build: { external: ['**/{server,sandbox,contracts,bin,bench}/**', '**/test/support/**'] },
  globalSetup: './test/support/start-e2e.ts',
  outputDir: 'test-results',
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // Patience, not a bar: on a busy machine a walk of many pages takes half a minute.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args, env, ignoreDefaultArgs: unneededArgs() },
    locale: 'en-AU',
    timezoneId: 'Australia/Perth',
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
