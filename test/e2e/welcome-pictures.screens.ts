import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createOwnerAtDashboard } from '../support/e2e-owner.ts'
import { writeShowcase } from '../support/e2e-showcase.ts'
import { folderOfWelcome } from '../support/screens-settings.ts'
import { expect, pickBusiness, test } from './fixtures.ts'

// What /welcome/ shows of the product, taken from the product: a phone for each step, a wide screen for the rest.
const PHONE = { width: 360, height: 450, margin: 20 }
const WIDE = { width: 908, height: 385, margin: 16 }
const MOST_BYTES = 60_000
const OUR_ADDRESS = 'https://gw.example'

type Frame = typeof PHONE

/** Each from these words on: what matters of it, and not its header. */
const SHOWN = [
  {
    name: 'activity',
    phone: { ...PHONE, words: /invoices paid$/ },
    wide: { ...WIDE, height: 560, words: /invoices paid$/ },
  },
  {
    name: 'sms',
    phone: { ...PHONE, words: '+61 480 000 000' },
    wide: { ...WIDE, words: /^Your message$/ },
  },
]

for (const colours of ['light', 'dark'] as const) {
  test.describe(`for the page about the product, ${colours}`, () => {
    test.use({
      colorScheme: colours,
      deviceScaleFactor: 2,
      // A button that has just become usable is not caught between two colours.
      contextOptions: { reducedMotion: 'reduce' },
      viewport: { width: PHONE.width, height: 800 },
      expectedComplaints: [/status of 40[01]/],
    })

    test('the two steps of onboarding', async ({ page, signIn }) => {
      await signIn(page)
      await pickBusiness(page, 'whitlock')
      await page.mouse.move(0, 0)
      await take(page, `find-business-${colours}`, PHONE, 'Find your business')
      await page.getByRole('button', { name: 'Continue to Xero Setup' }).click()
      await expect(page.getByRole('button', { name: 'Connect Xero Account' })).toBeEnabled()
      await take(page, `connect-xero-${colours}`, PHONE, 'Connect Xero and go live')
    })

    test('what an owner sees afterwards', async ({ page, product }) => {
      const owner = await createOwnerAtDashboard(page, product)
      await writeShowcase(owner, product)
      await page.route('**/api/sms/template/preview', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.text()).replaceAll(product.url, OUR_ADDRESS)
        await route.fulfill({ response: answer, body })
      })
      await open(page, '/dashboard')
      await take(page, `timeline-${colours}`, PHONE, /^Yesterday/)
      for (const { name, phone } of SHOWN) {
        await open(page, `/dashboard?tab=${name}`)
        await take(page, `${name}-${colours}`, phone, phone.words)
      }
      await page.setViewportSize({ width: WIDE.width, height: 800 })
      for (const { name, wide } of SHOWN) {
        await open(page, `/dashboard?tab=${name}`)
        await take(page, `${name}-wide-${colours}`, wide, wide.words)
      }
    })
  })
}

const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** A piece of the page in this frame, from some way above the words on. */
const take = async (page: Page, name: string, frame: Frame, words: string | RegExp): Promise<void> => {
  await page.evaluate(async () => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    await document.fonts.ready
  })
  const box = await page
    .locator('main')
    .getByText(words, { exact: true })
    .filter({ visible: true })
    .first()
    .boundingBox()
  const viewport = page.viewportSize()!
  const x = Math.max(0, (viewport.width - frame.width) / 2)
  const y = box!.y + (await page.evaluate(() => window.scrollY)) - frame.margin
  const chromium = await page.context().newCDPSession(page)
  const { data } = await chromium.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 86,
    captureBeyondViewport: true,
    clip: { x, y, width: frame.width, height: frame.height, scale: 1 },
  })
  const picture = Buffer.from(data, 'base64')
  expect(picture.length, `${name} is too heavy`).toBeLessThan(MOST_BYTES)
  mkdirSync(folderOfWelcome(), { recursive: true })
  writeFileSync(join(folderOfWelcome(), `${name}.webp`), picture)
}
