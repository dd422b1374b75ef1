import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Page } from '@playwright/test'
import { fileOfScreen, screensWidths } from '../support/screens-settings.ts'
import { shrinkPng } from '../support/shrink-png.ts'
import { expect } from './fixtures.ts'

export type Look = { width: number; colours: 'light' | 'dark' }

export const LOOKS: Look[] = screensWidths.flatMap((width) => [
  { width, colours: 'light' as const },
  { width, colours: 'dark' as const },
])

/** What a browser needs to look so. */
export const asLook = ({ width, colours }: Look) => ({
  viewport: { width, height: width < 700 ? 760 : 800 },
  colorScheme: colours,
  contextOptions: { reducedMotion: 'no-preference' as const },
})

/** Keeps a picture of the whole page, or of what the window shows of it; it must not scroll sideways. */
export const shoot = async (
  page: Page,
  name: string,
  { width, colours }: Look,
  { whole = true }: { whole?: boolean } = {},
): Promise<void> => {
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  await page.evaluate(async (fromTop) => {
    await document.fonts.ready
    if (fromTop) window.scrollTo({ top: 0, behavior: 'instant' })
    // Images further down load when they are scrolled near, which a picture of the whole page does not do.
    for (const image of document.images) image.loading = 'eager'
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)))
    // Nor are rows rendered that are far from the window.
    for (const row of document.querySelectorAll('li')) row.style.contentVisibility = 'visible'
    // On a picture of the whole page it would lie over what it leaves free on a screen.
    for (const bar of document.querySelectorAll<HTMLElement>('[data-save-bar]')) bar.style.position = 'static'
  }, whole)
  await page.mouse.move(0, 0)
  // What lies behind an open dialog reaches no further than the window.
  const fullPage = whole && (await page.locator('dialog[open]').count()) === 0
  const picture = await page.screenshot({ fullPage, animations: 'disabled', caret: 'hide' })
  const file = fileOfScreen(`${name}-${width}-${colours}`)
  if (file) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, shrinkPng(picture))
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0)
}
