import { createHmac } from 'node:crypto'
import { randomHex } from '../identifiers.ts'
import { seconds, type KeptEvent, type StripeWorld } from './world.ts'

/** The version that the SDK of the product is made for. */
const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 10_000
const REORDER_MS = 3_000

export type Events = ReturnType<typeof createEvents>

/** Delivers events to the product: signed, with an id, at least once and in any order. */
export const createEvents = (world: StripeWorld) => {
  const { faults, timers, wire, timing } = world
  const underWay = new Set<Promise<void>>()
  let heldBack: (() => void) | undefined

  const track = (work: Promise<void>): Promise<void> => {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  /** Resolves once the first attempt was answered, as the hosted page waits for it. */
  const publish = (type: string, object: object): Promise<void> => {
    const event: KeptEvent = {
      id: `evt_${randomHex(12)}`,
      type,
      created: seconds(world.now().getTime()),
      object: object as Record<string, unknown>,
      attempts: 0,
      isDelivered: false,
    }
    world.events.set(event.id, event)
    if (faults.strike('stripeEventLost')) {
      wire.note({ who: 'stripe', what: `${type} lost on the way`, went: 'fault' })
      return Promise.resolve()
    }
    return release(event)
  }

  const release = (event: KeptEvent): Promise<void> => {
    const go = () => track(deliver(event))
    const late = faults.strike('stripeEventDelayed')
    if (late) {
      wire.note({ who: 'stripe', what: `${event.type} will be ${late.ms / 1000} s late`, went: 'fault' })
      timers.after(late.ms, () => void go())
      return Promise.resolve()
    }
    if (!heldBack && faults.strike('stripeEventReordered')) {
      wire.note({ who: 'stripe', what: `${event.type} waits for the next to overtake it`, went: 'fault' })
      const later = (heldBack = () => {
        if (heldBack === later) heldBack = undefined
        void go()
      })
      timers.after(REORDER_MS, () => heldBack === later && later())
      return Promise.resolve()
    }
    const first = go()
    if (faults.strike('stripeEventRepeated')) {
      wire.note({ who: 'stripe', what: `${event.type} is sent twice`, went: 'fault' })
      void track(post(event).then(() => undefined))
    }
    if (heldBack) timers.after(50, heldBack)
    return first
  }

  const deliver = async (event: KeptEvent): Promise<void> => {
    const answer = await post(event)
    const isTaken = typeof answer === 'number' && answer >= 200 && answer < 300
    if (isTaken) {
      event.isDelivered = true
      wire.note({ who: 'stripe', what: `${event.type} → ${answer}` })
      return
    }
    const wait = timing.retrySeconds[event.attempts]
    event.attempts += 1
    const next = wait === undefined ? 'not sent again' : `again in ${wait} s`
    wire.note({ who: 'stripe', what: `${event.type} → ${answer}, ${next}`, went: 'badly' })
    if (wait !== undefined) timers.after(wait * 1000, () => void track(deliver(event)))
  }

  const post = async (event: KeptEvent): Promise<number | string> => {
    const raw = JSON.stringify(eventObject(event))
    try {
      const answer = await fetch(`${world.publicUrl()}/webhooks/stripe`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': sign(raw, world.settings.webhookSecret, world.now()),
        },
        body: raw,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.arrayBuffer()
      return answer.status
    } catch (cause) {
      return (cause as Error).name === 'TimeoutError' ? 'no answer in 10 s' : 'connection refused'
    }
  }

  return {
    publish,
    /** Sends an event once more, unchanged. Undefined where there is no such event. */
    redeliver: async (id: string): Promise<number | string | undefined> => {
      const event = world.events.get(id)
      return event && post(event)
    },
    /** Waits until the first attempt of every event was answered. */
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    /** After a restart: events that were not delivered are tried again. */
    resume: () => {
      for (const event of world.events.values()) {
        if (!event.isDelivered && event.attempts > 0) timers.after(100, () => void track(deliver(event)))
      }
    },
  }
}

export const eventObject = ({ id, type, created, object }: KeptEvent) => ({
  id,
  object: 'event' as const,
  api_version: API_VERSION,
  created,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
})

const sign = (raw: string, secret: string, now: Date): string => {
  const time = seconds(now.getTime())
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex')}`
}
