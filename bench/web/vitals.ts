import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { findBrowser } from '../../test/support/browser.ts'
import type { Product } from '../../test/support/e2e-product.ts'
import { medianOf } from '../rig/percentiles.ts'
import { plantLongTimeline } from './long-timeline.ts'
import { printFigure } from './print-figure.ts'
import { watchVitals, type Vitals } from './watch-vitals.ts'

const REQUESTS = 100_000
const LOADS = 5
const BARS = { lcpMs: 2000, inpMs: 150, cls: 0.01 }
const PHONE = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const CPU_SLOWDOWN = 4
/** Lighthouse's slow 4G: 1.6 and 0.75 Mbit/s, 150 ms for each request. */
const SLOW_4G = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750, offline: false }
/** Longer than the pause after typing, and than what is fetched then. */
const SETTLE_MS = 1500

/** The dashboard of an owner with a hundred thousand requests, on a slow phone: how soon, how steady, how prompt. */
export const measureVitals = async (product: Product, { isSmoke = false } = {}): Promise<void> => {
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, env })
  try {
    const requests = isSmoke ? 500 : REQUESTS
    console.log(`\nThe dashboard on a slow phone, with ${requests.toLocaleString('en-AU')} requests`)
    const context = await browser.newContext({ ...PHONE, locale: 'en-AU' })
    await plantLongTimeline(context, product, requests)
    const loads: Vitals[] = []
    for (let load = 0; load < (isSmoke ? 1 : LOADS); load += 1)
      loads.push(await visit(context, product.url, !isSmoke))
    print(loads)
  } finally {
    await browser.close()
  }
}

/** One visit with nothing cached, from the first byte to the last tap. */
const visit = async (context: BrowserContext, url: string, isSlow: boolean): Promise<Vitals> => {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.clearBrowserCache')
  if (isSlow) {
    await devTools.send('Network.emulateNetworkConditions', SLOW_4G)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  }
  await page.addInitScript(watchVitals)
  await page.goto(`${url}/dashboard`)
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  await use(page, isSlow ? SETTLE_MS : 0)
  const seen = await page.evaluate(() => window.vitals())
  await page.close()
  return seen
}

/** What an owner does there; each step is real input, so that the browser counts it as an interaction. */
const use = async (page: Page, settleMs: number): Promise<void> => {
  const opener = page.getByRole('article').nth(1).getByRole('button').first()
  const search = page.getByRole('searchbox')
  const dayDialog = page.getByRole('dialog', { name: /day \d/ })
  const steps: (() => Promise<unknown>)[] = [
    () => opener.tap(),
    () => opener.tap(),
    () => search.tap(),
    () => search.pressSequentially('customer 77', { delay: 80 }),
    () => search.fill(''),
    () => page.getByRole('tab', { name: 'Calendar View' }).tap(),
    () => page.getByRole('button', { name: 'Previous month' }).tap(),
    () => page.getByRole('gridcell').nth(15).getByRole('button').tap(),
    () => dayDialog.waitFor(),
    () => page.keyboard.press('Escape'),
    () => dayDialog.waitFor({ state: 'hidden' }),
    () => page.getByRole('tab', { name: 'List View' }).tap(),
    () => page.getByRole('button', { name: 'Menu', exact: true }).tap(),
  ]
  for (const step of steps) {
    await step()
    await page.waitForTimeout(settleMs)
  }
}

const print = (loads: Vitals[]): void => {
  const worst = loads.map(({ interactions }) => interactions.toSorted((one, other) => other.ms - one.ms))
  const inp = worst.map(([slowest]) => slowest?.ms ?? 0)
  const note = `median of ${loads.length} visits, ${loads.map(({ lcpMs }) => lcpMs.toFixed(0)).join(', ')}`
  printFigure('first contentful paint', medianOf(loads.map(({ fcpMs }) => fcpMs)), 'ms')
  printFigure(
    'largest contentful paint (LCP)',
    medianOf(loads.map(({ lcpMs }) => lcpMs)),
    'ms',
    BARS.lcpMs,
    note,
  )
  printFigure('', loads.length, '', undefined, loads[0]!.lcpElement)
  printFigure('interaction to next paint (INP)', medianOf(inp), 'ms', BARS.inpMs, inp.join(', '))
  for (const { what, ms, waitedMs, workedMs } of worst[0]!.slice(0, 5))
    printFigure(
      '  of these',
      ms,
      'ms',
      undefined,
      `${what}: waited ${waitedMs.toFixed(0)}, worked ${workedMs.toFixed(0)}`,
    )
  printFigure('layout shift (CLS)', Math.max(...loads.map(({ cls }) => cls)), '', BARS.cls)
  for (const shift of loads.flatMap(({ shifts }) => shifts).slice(0, 5)) console.log(`    ${shift}`)
}
