import { setTimeout as pause } from 'node:timers/promises'
import type { Figure, Part } from '../figures.ts'
import type { Bench } from './bench.ts'
import { reportsCame } from './storage.ts'

const PATIENCE_MS = 90_000

/** How the invoices of one organisation are reported, each in so many webhooks. */
type Load = { what: string; webhooks: number; events: number; everyMs: number; bar: Figure['bar'] }

/** (x) What Xero is asked for a text, as its invoices come: alone, now and then, often, and all at once. */
export const measureXeroCalls = async (bench: Bench): Promise<Part> => {
  const flood = bench.sized(500, 100, 5)
  const times = bench.sized(20, 5, 1)
  const loads: Load[] = [
    { what: 'one event', webhooks: 1, events: 1, everyMs: 0, bar: { atMost: 1 } },
    { what: 'a trickle, one a second', webhooks: times, events: 1, everyMs: 1_000, bar: { atMost: 1 } },
    { what: 'often, ten a second', webhooks: times * 5, events: 1, everyMs: 100, bar: { atMost: 0.6 } },
    { what: `a flood of ${flood}`, webhooks: 1, events: flood, everyMs: 0, bar: { atMost: 0.06 } },
  ]
  const figures: Figure[] = []
  for (const load of loads) figures.push(await callsOf(bench, load))
  return { letter: 'x', title: 'calls of Xero for a text, of one organisation', figures }
}

const callsOf = async (bench: Bench, { what, webhooks, events, everyMs, bar }: Load): Promise<Figure> => {
  const { upstream } = bench.rig
  const [business] = bench.takeBusinesses(1)
  const { tenantId } = business!
  const { texts, callbacks } = await upstream.stats()
  for (let sent = 0; sent < webhooks; sent += 1) {
    await bench.webhooks.sendUntilTaken(tenantId, bench.takeCounts(events))
    await pause(everyMs)
  }
  await upstream.waitForTexts(texts + webhooks * events, PATIENCE_MS)
  const after = await upstream.stats(tenantId)
  const sent = after.texts - texts
  await reportsCame(bench, callbacks.answered + 2 * sent)
  return {
    what,
    value: after.xeroCalls / sent,
    unit: '',
    ...(bar && { bar }),
    note: `${after.xeroCalls} for ${sent}`,
  }
}
