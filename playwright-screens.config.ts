import base from './playwright.config.ts'

/** The same browser and product, for pictures of the screens. */
export default { ...base, testMatch: '**/*.screens.ts', timeout: 180_000 }
