export type Interaction = { what: string; ms: number; waitedMs: number; workedMs: number }
export type Vitals = {
  lcpMs: number
  lcpElement: string
  fcpMs: number
  cls: number
  shifts: string[]
  interactions: Interaction[]
}

/**
 * In the page, as https://web.dev/articles/vitals defines them: the last candidate for the largest paint, the worst
 * session of layout shifts (a second apart at most, five seconds long at most), and each interaction's longest event.
 */
export const watchVitals = (): void => {
  const SESSION_GAP_MS = 1000
  const SESSION_MS = 5000
  const seen = {
    lcpMs: 0,
    lcpElement: '',
    cls: 0,
    shifts: [] as string[],
    interactions: new Map<number, Interaction>(),
  }
  const nameOf = (node: Node | null | undefined): string =>
    node instanceof Element
      ? `${node.localName}.${node.classList[0] ?? ''} “${node.textContent.slice(0, 30)}”`
      : '?'

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element: Element | null })[])
      Object.assign(seen, { lcpMs: entry.startTime, lcpElement: nameOf(entry.element) })
  }).observe({ type: 'largest-contentful-paint', buffered: true })

  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
  let session = { value: 0, began: -Infinity, last: -Infinity }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      const isNew = startTime - session.last > SESSION_GAP_MS || startTime - session.began > SESSION_MS
      session = isNew
        ? { value, began: startTime, last: startTime }
        : { ...session, value: session.value + value, last: startTime }
      seen.cls = Math.max(seen.cls, session.value)
      seen.shifts.push(
        `${value.toFixed(4)} at ${startTime.toFixed(0)} ms: ${sources.map(({ node }) => nameOf(node)).join(', ')}`,
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      const before = seen.interactions.get(entry.interactionId)
      if (entry.interactionId === 0 || (before && before.ms >= entry.duration)) continue
      seen.interactions.set(entry.interactionId, {
        what: `${entry.name} on ${nameOf(entry.target)}`,
        ms: entry.duration,
        waitedMs: entry.processingStart - entry.startTime,
        workedMs: entry.processingEnd - entry.processingStart,
      })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)

  window.vitals = () => ({
    ...seen,
    fcpMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    interactions: [...seen.interactions.values()],
  })
}

declare global {
  interface Window {
    vitals: () => Vitals
  }
}
