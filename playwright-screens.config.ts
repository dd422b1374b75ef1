import base from './playwright.config.ts'
import { KEPT_TESTS, type ScreensOptions } from './test/support/screens-settings.ts'

/**
 * The same browser and product, for pictures of the screens: `all` of them into a folder that Git ignores, or those
 * that are `kept` in the repository, into their places.
 */
export default {
  ...base,
  testMatch: '**/*.screens.ts',
  timeout: 180_000,
  projects: [
    { name: 'all', metadata: { kept: false } satisfies ScreensOptions },
    { name: 'kept', grep: KEPT_TESTS, metadata: { kept: true } satisfies ScreensOptions },
  ],
}
