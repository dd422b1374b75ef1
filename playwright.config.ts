import { defineConfig } from '@playwright/test'
import { findBrowser } from './test/support/browser.ts'

const { executablePath, args, env } = await findBrowser()

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/support/start-e2e.ts',
  outputDir: 'test-results',
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 8_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args, env },
    locale: 'en-AU',
    timezoneId: 'Australia/Perth',
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
