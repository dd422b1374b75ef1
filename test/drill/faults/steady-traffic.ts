import { setTimeout as pause } from 'node:timers/promises'
import { openXeroWebhooks, webhookBody, type XeroWebhooks } from '../../../bench/rig/xero-webhooks.ts'
import { NO_ANSWER_IN_TIME } from '../../../bench/rig/wire.ts'
import { monotonicMs } from '../../../bench/upstream/texts.ts'

/** One call at the door. `late`: no answer within Xero's own patience; `none`: the connection failed. */
export type Call = { at: number; ms: number; answer: number | 'late' | 'none' }
export type Delivered = { count: number; tenantId: string; paidAt: number; ackedAt: number | undefined }
export type Traffic = { calls: Call[]; delivered: Delivered[] }

type Options = {
  ports: number[]
  rate: number
  /** After so many they come slowly. */
  burst?: number | undefined
  firstCount: number
  tenantOf: (count: number) => string
  /** Before it is reported, Xero has to know it as paid. */
  pay: (tenantId: string, count: number) => Promise<unknown>
  random: () => number
  isOver: () => boolean
}

/** Xero gives up on a delivery that is not answered in five seconds. */
const XERO_WAITS_MS = 5_000
const CONNECTIONS = 512
/** The second delivery of the same event comes so much later, at most. */
const AGAIN_WITHIN_MS = 2_000
/** A second, once a burst is over: the door goes on being measured. */
const TRICKLE = 5
const RETRY_MS = [500, 1_000, 2_000, 3_000]
/** After the last webhook: then what was not taken counts as never taken. */
const PATIENCE_MS = 60_000

/**
 * Webhooks at a steady rate, answered or not, until it is over; each twice, and again until acknowledged. They go to
 * the apis in turn, as from a proxy: where a connection fails before an answer, the other one is asked within the call.
 */
export const runSteadyTraffic = async (options: Options): Promise<Traffic> => {
  const { ports, rate, burst = Number.POSITIVE_INFINITY, firstCount, tenantOf, pay, random, isOver } = options
  const doors = ports.map((port) =>
    openXeroWebhooks(port, { connections: CONNECTIONS, timeoutMs: XERO_WAITS_MS }),
  )
  const calls: Call[] = []
  const delivered: Delivered[] = []
  const underway: Promise<void>[] = []
  let turn = 0
  let overAt = Number.POSITIVE_INFINITY

  const call = async (body: string): Promise<boolean> => {
    const at = monotonicMs()
    const first = turn++ % doors.length
    let answer = await ask(doors[first]!, body)
    if (answer === 'none') answer = await ask(doors[(first + 1) % doors.length]!, body)
    calls.push({ at, ms: monotonicMs() - at, answer })
    return answer === 200
  }

  const deliver = async (entry: Delivered, body: string, afterMs: number): Promise<void> => {
    await pause(afterMs)
    for (let tries = 0; monotonicMs() < overAt + PATIENCE_MS; tries += 1) {
      if (await call(body)) {
        entry.ackedAt ??= monotonicMs()
        return
      }
      await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]! * (0.75 + random() / 2))
    }
  }

  const dueMs = (nth: number): number =>
    (Math.min(nth, burst) * 1000) / rate + (Math.max(0, nth - burst) * 1000) / TRICKLE
  const startedAt = monotonicMs()
  for (let next = 0; !isOver(); await pause(5)) {
    for (; startedAt + dueMs(next) <= monotonicMs(); next += 1) {
      const count = firstCount + next
      const entry: Delivered = {
        count,
        tenantId: tenantOf(count),
        paidAt: monotonicMs(),
        ackedAt: undefined,
      }
      delivered.push(entry)
      const body = webhookBody(entry.tenantId, [count])
      const againMs = random() * AGAIN_WITHIN_MS
      const both = async () => {
        await pay(entry.tenantId, count)
        await Promise.all([deliver(entry, body, 0), deliver(entry, body, againMs)])
      }
      underway.push(both())
    }
  }
  overAt = monotonicMs()
  await Promise.all(underway)
  for (const door of doors) door.close()
  return { calls, delivered }
}

const ask = async (door: XeroWebhooks, body: string): Promise<Call['answer']> => {
  try {
    return (await door.sendBody(body)).status
  } catch (cause) {
    return ((cause as Error).cause as Error).message === NO_ANSWER_IN_TIME ? 'late' : 'none'
  }
}
