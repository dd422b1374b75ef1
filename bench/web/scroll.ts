import { chromium, type Page } from 'playwright-core'
import { findTimelinePage } from '../../server/review-requests/timeline/timeline-queries.ts'
import { searchPatterns } from '../../server/review-requests/timeline/search-rules.ts'
import type { TenantTrx } from '../../server/database/database.ts'
import { findBrowser } from '../../test/support/browser.ts'
import type { Product } from '../../test/support/e2e-product.ts'
import { explain, scansOf } from '../rig/explain.ts'
import { medianOf } from '../rig/percentiles.ts'
import { plantLongTimeline } from './long-timeline.ts'
import { printFigure } from './print-figure.ts'

const REQUESTS = 100_000
const SCROLL_MS = 8000
const WHEEL = { every: 40, pixels: 900 }
const TIMES = 15
const BARS = { frameMs: 100, shift: 0.02, listMs: 30, searchMs: 80 }

/** One business with a hundred thousand requests: what its timeline costs the database, and how it scrolls. */
export const measureScroll = async (product: Product, { isSmoke = false } = {}): Promise<void> => {
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, env })
  const requests = isSmoke ? 500 : REQUESTS
  try {
    console.log(`\nA timeline of ${requests.toLocaleString('en-AU')} requests`)
    // Named here, so that the figures are of the same words wherever they are measured.
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-AU' })
    const { businessId } = await plantLongTimeline(context, product, requests)
    const page = await context.newPage()
    await page.addInitScript(watchPage)
    await page.goto(`${product.url}/dashboard`)
    await page.getByRole('article').first().waitFor()
    await page.waitForLoadState('networkidle')
    await printQueries(product, businessId, isSmoke ? 1 : TIMES)
    printScroll(await scroll(page, isSmoke ? 300 : SCROLL_MS))
  } finally {
    await browser.close()
  }
}

const printQueries = async ({ parts }: Product, businessId: string, repeats: number): Promise<void> => {
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
    for (let time = 0; time < repeats; time += 1) {
      const explained = await explain(parts.pool, businessId, ask)
      times.push(explained.reduce((sum, { ms }) => sum + ms, 0))
      scans = explained.map(({ plan }) => scansOf(plan)).join('; ')
    }
    printFigure(what, medianOf(times), 'ms', bar, scans)
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
const scroll = async (page: Page, forMs: number): Promise<Seen> => {
  await page.mouse.move(640, 500)
  await page.evaluate(() => window.watched.begin())
  const until = Date.now() + forMs
  while (Date.now() < until) {
    await page.mouse.wheel(0, WHEEL.pixels)
    await page.waitForTimeout(WHEEL.every)
  }
  return page.evaluate(() => window.watched.end())
}

const printScroll = ({ gaps, shift, rows, elements, scrolledPx, read }: Seen): void => {
  const sorted = gaps.toSorted((a, b) => a - b)
  printFigure('longest frame while scrolling', sorted.at(-1) ?? 0, 'ms', BARS.frameMs)
  printFigure(
    'frames over 100 ms',
    gaps.filter((gap) => gap > BARS.frameMs).length,
    '',
    0,
    `of ${gaps.length}`,
  )
  printFigure('frame, 99th percentile', sorted[Math.floor(sorted.length * 0.99)] ?? 0, 'ms')
  printFigure('layout shift, from the first paint on', shift, '', BARS.shift)
  printFigure('rows in the page', rows, '', undefined, `${elements} elements, ${read} pages read`)
  printFigure('scrolled', scrolledPx, 'px')
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
