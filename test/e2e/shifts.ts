import type { Page } from '@playwright/test'

/** From here on the page adds up its layout shifts. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts = { sum: 0, causes: [] as string[] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as Shift[]) {
        shifts.sum += value
        shifts.causes.push(`${value}: ${sources.map(({ node }) => node?.textContent).join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

type Shift = { value: number; sources: { node: Node | null }[] }

/** All shifts until now; a shift is told after its frame. */
export const shiftsOf = async (page: Page): Promise<{ sum: number; causes: string[] }> => {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  return page.evaluate(() => (window as unknown as { shifts: { sum: number; causes: string[] } }).shifts)
}
