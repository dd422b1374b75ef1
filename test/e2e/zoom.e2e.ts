import type { Page } from '@playwright/test'
import { addAttempt } from '../support/paid-invoices.ts'
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

/** What is left is read whole, and nothing in the header lies over anything else. */
const expectHeaderWhole = async (page: Page): Promise<void> => {
  const header = page.getByRole('banner')
  const funds = header.getByRole('link', { name: 'Funds' })
  expect(await funds.evaluate((pill) => pill.scrollWidth - pill.clientWidth)).toBe(0)
  const boxes = await Promise.all(
    [funds, header.getByRole('link', { name: 'Goodword, to the timeline' })].map((one) => one.boundingBox()),
  )
  const [pill, name] = boxes as { x: number; y: number; width: number; height: number }[]
  const isBeside = name!.x + name!.width <= pill!.x
  expect(isBeside || name!.y + name!.height <= pill!.y).toBe(true)
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

const enlarge = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
  )

test.describe('with letters twice as large', () => {
  test('nothing is cut off at 375, 768 and 1280 px', async ({ page, product, owner }) => {
    test.setTimeout(60_000)
    const isWhole = async (): Promise<void> => {
      await expectNothingLost(page)
      for (const width of [768, 1280]) {
        await page.setViewportSize({ width, height: 760 })
        await expectNothingLost(page)
      }
      await page.setViewportSize({ width: 375, height: 760 })
    }
    await page.setViewportSize({ width: 375, height: 760 })
    await owner.texted({ sent_at: hoursAgo(0) })
    await owner.texted({ state: 'held', sent_at: null, delivered_at: null, held_at: hoursAgo(0) })
    const failed = await owner.texted({ state: 'failed', sent_at: hoursAgo(0), failed_at: hoursAgo(0) })
    await addAttempt(product.parts.db, owner, failed, { state: 'accepted' })
    await owner.skipped('no_mobile')
    await enlarge(page)
    await page.goto('/dashboard')
    await expect(page.getByText('1 more charged, not delivered')).toBeVisible()
    await walk(page, isWhole)
  })

  test('at 1280 px the funds stand beside the tabs, or below them, and not on them', async ({
    page,
    owner,
  }) => {
    await page.setViewportSize({ width: 1280, height: 760 })
    await owner.texted({})
    await enlarge(page)
    await page.goto('/dashboard')
    const last = await page.getByRole('link', { name: 'Account & Billing' }).boundingBox()
    const funds = await page.getByRole('link', { name: /^Funds / }).boundingBox()
    expect(funds!.x >= last!.x + last!.width || funds!.y >= last!.y + last!.height).toBe(true)
  })

  test.describe('and much in her funds', () => {
    test.use({ fundsCents: 184_000, viewport: { width: 375, height: 760 } })

    test('the header shows how much, and a name is not broken where it could go on', async ({
      page,
      owner,
    }) => {
      await owner.texted({ state: 'held', sent_at: null, delivered_at: null, held_at: hoursAgo(0) })
      await enlarge(page)
      await page.goto('/dashboard')
      await expect(page.getByRole('article')).toBeVisible()
      await expectHeaderWhole(page)
      const lines = await page
        .getByRole('article')
        .getByText('Priya Raman', { exact: true })
        .evaluate((name) => name.getClientRects().length)
      expect(lines).toBeLessThanOrEqual(2)
      await page.setViewportSize({ width: 320, height: 640 })
      await page.evaluate(() => (document.documentElement.style.fontSize = ''))
      await expectHeaderWhole(page)
      await expect(page.getByRole('banner')).toHaveCSS('height', '61px')
    })

    test('a movement goes on in the next line, and the page does not scroll sideways', async ({ page }) => {
      await enlarge(page)
      await page.goto('/dashboard?tab=account')
      await expect(page.getByRole('row')).toHaveCount(2)
      await expect(page.getByRole('cell', { name: '$1,840.00' })).toHaveCount(2)
      await expectNothingLost(page)
    })
  })
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
