import type { Page } from '@playwright/test'
import { expect, expectWhole, hoursAgo, openCalendar, openTab, TABS, test } from './dashboard-fixtures.ts'

const expectNothingLost = async (page: Page): Promise<void> => {
  const { sideways, cut } = await page.evaluate(() => ({
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    cut: [...document.querySelectorAll('main *')]
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect()
        return width > 1 && (left < -1 || right > document.documentElement.clientWidth + 1)
      })
      .map((part) => `${part.tagName} ${part.textContent}`),
  }))
  expect({ sideways: Math.max(0, sideways), cut }).toEqual({ sideways: 0, cut: [] })
}

/** Through every tab and the calendar, in the app. */
const walk = async (page: Page, isWhole: () => Promise<void>): Promise<void> => {
  for (const [address, heading, words] of TABS) {
    await test.step(address, async () => {
      if (heading !== 'Timeline') await openTab(page, heading)
      await expectWhole(page, heading, words)
      await isWhole()
      if (heading !== 'Timeline') return
      await openCalendar(page)
      await isWhole()
    })
  }
}

test.describe('at 200 % zoom of a 1280 px window', () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('each page of the dashboard is whole', async ({ page, owner }) => {
    test.setTimeout(60_000)
    const isWhole = async (): Promise<void> => {
      await expectNothingLost(page)
      // So low a window keeps its height for the page: the header scrolls away with it.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      expect(await page.getByRole('banner').evaluate((header) => getComputedStyle(header).position)).toBe(
        'static',
      )
      await page.evaluate(() => window.scrollTo(0, 0))
    }
    await owner.texted({ sent_at: hoursAgo(0) })
    await owner.skipped('no_mobile')
    await page.goto('/dashboard')
    await walk(page, isWhole)
  })
})

test('with letters twice as large nothing is cut off at 375 and 1280 px', async ({ page, owner }) => {
  test.setTimeout(60_000)
  const isWhole = async (): Promise<void> => {
    await expectNothingLost(page)
    await page.setViewportSize({ width: 1280, height: 760 })
    await expectNothingLost(page)
    await page.setViewportSize({ width: 375, height: 760 })
  }
  await page.setViewportSize({ width: 375, height: 760 })
  await owner.texted({ sent_at: hoursAgo(0) })
  await owner.skipped('no_mobile')
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
  )
  await page.goto('/dashboard')
  await walk(page, isWhole)
})

test('a long name or invoice number goes on in the next line, and no letter of it is cut off', async ({
  page,
  product,
  owner,
}) => {
  await page.setViewportSize({ width: 375, height: 760 })
  const number = 'SI-2026-000117-COOGEE-NORTH-TOWER'
  await owner.texted({ invoice_number: number })
  const skipped = await owner.skipped('no_mobile')
  const { db } = product.parts
  await db.updateTable('invoices').set({ number }).where('invoice_id', '=', skipped).execute()
  for (const address of ['/dashboard', '/dashboard?tab=activity']) {
    await page.goto(address)
    const row = page.getByRole('article').filter({ hasText: number }).first()
    const start = (await row.getByRole('button').first().boundingBox())!.x
    const lines = await row.getByRole('link', { name: number }).evaluate((link) => {
      const words = document.createRange()
      words.selectNodeContents(link.firstChild!)
      return Array.from(words.getClientRects(), ({ left }) => left)
    })
    expect(lines.length, address).toBeGreaterThan(1)
    expect(Math.min(...lines), address).toBeGreaterThanOrEqual(start - 0.5)
  }
})
