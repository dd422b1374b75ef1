import type { Faults } from '../faults.ts'
import type { Timers } from '../timers.ts'
import type { Wire } from '../wire.ts'
import {
  webhookBody,
  webhookEvent,
  webhookHeaders,
  type Change,
  type WebhookEvent,
} from './model/webhook-body.ts'

export type Delivery = { raw: string; events: number; attempt: number }

export type Webhooks = {
  /** Sent in one delivery with what else is published within `gatherMs`. */
  publish: (changes: Change[]) => void
  /** Sends the last `count` deliveries once more, unchanged. Returns how many. */
  replay: (count: number) => number
  /** Xero's test of an address: one well signed call and one that is not. */
  sendIntentToReceive: () => Promise<{ signed: number | string; misSigned: number | string }>
  /** Waits until the first attempt of every delivery was answered. */
  settled: () => Promise<void>
  state: () => WebhookState
  switchOn: () => void
  restore: (saved: WebhookState) => void
}

export type WebhookState = {
  sequence: number
  isDisabled: boolean
  waiting: Delivery[]
  delivered: Delivery[]
}

type Options = {
  url: () => string
  key: string
  faults: Faults
  timers: Timers
  wire: Wire
  now: () => Date
  gatherMs: number
  retrySeconds: number[]
}

const MOST_EVENTS = 500
const KEPT = 50
const TIMEOUT_MS = 5_000
const REORDER_MS = 3_000

export const createWebhooks = (options: Options): Webhooks => {
  const { faults, timers, wire, now } = options
  const state: WebhookState = { sequence: 0, isDisabled: false, waiting: [], delivered: [] }
  const underWay = new Set<Promise<void>>()
  let gathered: WebhookEvent[] = []
  let heldBack: (() => void) | undefined

  const track = (work: Promise<void>) => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  const sendGathered = async (): Promise<void> => {
    await timers.pause(options.gatherMs)
    const events = gathered
    gathered = []
    for (let at = 0; at < events.length; at += MOST_EVENTS) send(events.slice(at, at + MOST_EVENTS))
  }

  const send = (events: WebhookEvent[]) => {
    const raw = JSON.stringify(webhookBody(events, state.sequence + 1))
    const delivery = { raw, events: events.length, attempt: 0 }
    state.sequence += events.length
    state.delivered = [...state.delivered.slice(1 - KEPT), delivery]
    const what = `Webhook with ${counted(events.length)}`
    if (state.isDisabled) {
      wire.note({ who: 'xero', what: `${what} not sent: webhooks are switched off`, went: 'badly' })
    } else if (faults.strike('webhookLost')) {
      wire.note({ who: 'xero', what: `${what} lost on the way`, went: 'fault' })
    } else {
      release(delivery, what)
    }
  }

  const release = (delivery: Delivery, what: string) => {
    state.waiting.push(delivery)
    const go = () => track(deliver(delivery))
    const late = faults.strike('webhookDelayed')
    if (late) {
      wire.note({ who: 'xero', what: `${what} will be ${late.ms / 1000} s late`, went: 'fault' })
      timers.after(late.ms, go)
      return
    }
    if (!heldBack && faults.strike('webhookReordered')) {
      wire.note({ who: 'xero', what: `${what} waits for the next one to overtake it`, went: 'fault' })
      const later = (heldBack = () => {
        if (heldBack === later) heldBack = undefined
        go()
      })
      timers.after(REORDER_MS, () => heldBack === later && later())
      return
    }
    go()
    if (faults.strike('webhookRepeated')) {
      wire.note({ who: 'xero', what: `${what} is sent twice`, went: 'fault' })
      track(post(delivery.raw).then(() => undefined))
    }
    if (heldBack) timers.after(50, heldBack)
  }

  const deliver = async (delivery: Delivery): Promise<void> => {
    const status = await post(delivery.raw)
    const what = `Webhook with ${counted(delivery.events)} → ${status}`
    if (status === 200) {
      state.waiting = state.waiting.filter((one) => one !== delivery)
      wire.note({ who: 'xero', what })
      return
    }
    const wait = options.retrySeconds[delivery.attempt]
    delivery.attempt += 1
    if (wait === undefined) {
      state.isDisabled = true
      state.waiting = state.waiting.filter((one) => one !== delivery)
      wire.note({
        who: 'xero',
        what: `${what}, not sent again: webhooks are switched off now`,
        went: 'badly',
      })
      return
    }
    wire.note({ who: 'xero', what: `${what}, again in ${wait} s`, went: 'badly' })
    timers.after(wait * 1000, () => track(deliver(delivery)))
  }

  const sendAgain = async ({ raw, events }: Delivery): Promise<void> => {
    const status = await post(raw)
    const went = status === 200 ? 'well' : 'badly'
    wire.note({ who: 'xero', what: `Webhook with ${counted(events)} once more → ${status}`, went })
  }

  const post = async (raw: string, signedAs = raw): Promise<number | string> => {
    try {
      const answer = await fetch(options.url(), {
        method: 'POST',
        headers: webhookHeaders(signedAs, options.key),
        body: raw,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.arrayBuffer()
      return answer.status
    } catch (cause) {
      return (cause as Error).name === 'TimeoutError' ? 'no answer in 5 s' : 'connection refused'
    }
  }

  return {
    publish: (changes) => {
      const isFirst = gathered.length === 0
      gathered.push(...changes.map((change) => webhookEvent(change, now())))
      if (isFirst && gathered.length > 0) track(sendGathered())
    },
    replay: (count) => {
      const again = state.delivered.slice(-count)
      for (const delivery of again) track(sendAgain(delivery))
      return again.length
    },
    sendIntentToReceive: async () => {
      const raw = JSON.stringify(webhookBody([], 0))
      const signed = await post(raw)
      const misSigned = await post(raw, `${raw} `)
      const isGood = signed === 200 && misSigned === 401
      if (isGood) state.isDisabled = false
      wire.note({
        who: 'xero',
        what: `Intent to receive: signed → ${signed}, mis-signed → ${misSigned}`,
        went: isGood ? 'well' : 'badly',
      })
      return { signed, misSigned }
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    state: () => state,
    switchOn: () => {
      state.isDisabled = false
    },
    restore: (saved) => {
      Object.assign(state, saved)
      for (const delivery of state.waiting) timers.after(options.gatherMs, () => track(deliver(delivery)))
    },
  }
}

const counted = (events: number): string => (events === 1 ? '1 event' : `${events} events`)
