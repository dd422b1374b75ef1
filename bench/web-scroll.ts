import { Pool } from 'pg'
import { chromium, type Browser, type Page } from 'playwright-core'
import { findTimelinePage } from '../server/review-requests/timeline/timeline-queries.ts'
import { searchPatterns } from '../server/review-requests/timeline/search-rules.ts'
import type { TenantTrx } from '../server/database/database.ts'
import { findBrowser } from '../test/support/browser.ts'
import { createOwnerAtDashboard } from '../test/support/e2e-owner.ts'
import type { Product } from '../test/support/e2e-product.ts'
import { writeLongHistory } from '../test/support/long-history.ts'
import { explain, scansOf } from './rig/explain.ts'
import { medianOf } from './rig/percentiles.ts'

const REQUESTS = 100_000
const SCROLL_MS = 8000
const WHEEL = { every: 40, pixels: 900 }
const TIMES = 15
const BARS = { frameMs: 100, shift: 0.02, listMs: 30, searchMs: 80 }

/** One business with a hundred thousand requests: what its timeline costs the database, and how it scrolls. */
export const measureScroll = async (product: Product): Promise<void> => {
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, env })
  try {
    console.log(`\nA timeline of ${REQUESTS.toLocaleString('en-AU')} requests`)
    const { page, businessId } = await openTimeline(browser, product)
    await printQueries(product, businessId)
    printScroll(await scroll(page))
  } finally {
    await browser.close()
  }
}

const openTimeline = async (
  browser: Browser,
  product: Product,
): Promise<{ page: Page; businessId: string }> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const owner = await createOwnerAtDashboard(page, product, { timeZone: 'Australia/Sydney' })
  const pool = new Pool({ connectionString: product.parts.env.DATABASE_URL, max: 1 })
  await writeLongHistory(pool, owner, REQUESTS)
  await pool.query('vacuum analyze')
  await pool.end()
  await page.addInitScript(watchPage)
  await page.goto(`${product.url}/dashboard`)
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  return { page, businessId: owner.businessId }
}

const printQueries = async ({ parts }: Product, businessId: string): Promise<void> => {
  const wanted = { order: 'newest' as const, from: undefined, until: undefined, after: undefined, most: 51 }
  for (const [what, typed, bar] of [
    ['first list', '', BARS.listMs],
    ['search, found often', 'customer 77', BARS.searchMs],
    ['search, found nowhere', 'nobody at all', BARS.searchMs],
  ] as const) {
    const ask = (trx: TenantTrx) =>
      findTimelinePage(trx, businessId, { ...wanted, patterns: searchPatterns(typed) })
    const times: number[] = []
    let scans = ''
    for (let time = 0; time < TIMES; time += 1) {
      const explained = await explain(parts.pool, businessId, ask)
      times.push(explained.reduce((sum, { ms }) => sum + ms, 0))
      scans = explained.map(({ plan }) => scansOf(plan)).join('; ')
    }
    print(what, medianOf(times), 'ms', bar, scans)
  }
}

type Seen = {
  gaps: number[]
  shift: number
  rows: number
  elements: number
  scrolledPx: number
  read: number
}

/** Turns the wheel as an owner does who looks for an old text, and returns what was measured in the page. */
const scroll = async (page: Page): Promise<Seen> => {
  await page.mouse.move(640, 500)
  await page.evaluate(() => window.watched.begin())
  const until = Date.now() + SCROLL_MS
  while (Date.now() < until) {
    await page.mouse.wheel(0, WHEEL.pixels)
    await page.waitForTimeout(WHEEL.every)
  }
  return page.evaluate(() => window.watched.end())
}

const printScroll = ({ gaps, shift, rows, elements, scrolledPx, read }: Seen): void => {
  const sorted = gaps.toSorted((a, b) => a - b)
  print('longest frame while scrolling', sorted.at(-1) ?? 0, 'ms', BARS.frameMs)
  print('frames over 100 ms', gaps.filter((gap) => gap > BARS.frameMs).length, '', 0, `of ${gaps.length}`)
  print('frame, 99th percentile', sorted[Math.floor(sorted.length * 0.99)] ?? 0, 'ms')
  print('layout shift, from the first paint on', shift, '', BARS.shift)
  print('rows in the page', rows, '', undefined, `${elements} elements, ${read} pages read`)
  print('scrolled', scrolledPx, 'px')
}

const print = (what: string, value: number, unit: string, bar?: number, note = ''): void => {
  const verdict = bar === undefined ? '' : value <= bar ? `ok (at most ${bar})` : `MISSED (at most ${bar})`
  const number = Number.isInteger(value) ? String(value) : value.toFixed(value < 1 ? 3 : 1)
  console.log(`  ${what.padEnd(38)} ${number.padStart(8)} ${unit.padEnd(3)} ${verdict.padEnd(18)} ${note}`)
}

/** In the page: adds up layout shifts from its beginning, and frame gaps between `begin` and `end`. */
const watchPage = (): void => {
  let shift = 0
  let gaps: number[] = []
  let isOn = false
  let begunAt = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
      if (!entry.hadRecentInput) shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  window.watched = {
    begin: () => {
      gaps = []
      isOn = true
      begunAt = window.scrollY
      let last = performance.now()
      const frame = (): void => {
        const now = performance.now()
        gaps.push(now - last)
        last = now
        if (isOn) requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    },
    end: () => {
      isOn = false
      return {
        gaps,
        shift,
        rows: document.querySelectorAll('article').length,
        elements: document.querySelectorAll('*').length,
        scrolledPx: Math.round(window.scrollY - begunAt),
        read: performance.getEntriesByType('resource').filter(({ name }) => name.includes('cursor=')).length,
      }
    },
  }
}

declare global {
  interface Window {
    watched: { begin: () => void; end: () => Seen }
  }
}
