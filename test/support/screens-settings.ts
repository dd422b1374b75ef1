import { join } from 'node:path'
import { test } from '@playwright/test'

/** Whether a project of playwright-screens.config.ts takes only the pictures that are kept in the repository. */
export type ScreensOptions = { kept: boolean }

const ROOT = join(import.meta.dirname, '../..')
const ALL = process.env['SCREENS_FOLDER'] ?? join(ROOT, 'screens')

/** What the documents show, in docs/screens. */
const KEPT = new Set([
  'timeline-1280-light',
  'calendar-1280-dark',
  'dashboard-activity-1280-light',
  'dashboard-account-1280-dark',
  'onboarding-chosen-375-light',
  'dashboard-sms-375-light',
])

/** The tests that take these, and what /welcome/ shows. */
export const KEPT_TESTS =
  /1280 (light|dark) the dashboard, tab by tab|375 light (the dashboard, tab by tab|onboarding and the dashboard)|for the page about the product/

/** How wide: for a look at other widths, say so. */
export const screensWidths = (process.env['SCREENS_WIDTHS'] ?? '375,768,1280').split(',').map(Number)

/** Where this picture goes; nowhere when it is not among those that this run takes. */
export const fileOfScreen = (name: string): string | undefined => {
  if (!takesKept()) return join(ALL, `${name}.png`)
  return KEPT.has(name) ? join(ROOT, 'docs/screens', `${name}.png`) : undefined
}

/** Where the pictures go that /welcome/ shows of the product. */
export const folderOfWelcome = (): string =>
  takesKept() ? join(ROOT, 'web/welcome/pictures') : join(ALL, 'welcome')

const takesKept = (): boolean => (test.info().project.metadata as ScreensOptions).kept
