import { AsyncLocalStorage } from 'node:async_hooks'

/** Whoever does something: a process of the product, or the world outside. Its clock may be wrong. */
export type Actor = {
  name: string
  skewMs: number
  isAlive: boolean
  /** It does nothing before this moment, in microseconds. */
  stoppedUntil: number
}

type Event = { at: number; order: number; actor: Actor; run: () => unknown; cancelled: boolean }
export type Planned = { cancel: () => void }

export type Schedule = ReturnType<typeof createSchedule>

/** 2 March 2026, 9:00 in Sydney. In microseconds, as all times of the schedule. */
export const BEGIN = Date.UTC(2026, 2, 1, 22, 0, 0) * 1000

const QUIET_ROUNDS = 3
const realImmediate = setImmediate

/**
 * The one order of everything that happens: what awaits the database, a vendor or a timer waits here for its moment,
 * and between two moments the code runs until it awaits again. Only one thing happens at a time.
 */
export const createSchedule = () => {
  const context = new AsyncLocalStorage<Actor>()
  const world: Actor = { name: 'world', skewMs: 0, isAlive: true, stoppedUntil: 0 }
  let events: Event[] = []
  let now = BEGIN
  let asleep = 0
  let order = 0
  let activity = 0

  const actor = (): Actor => context.getStore() ?? world

  const at = (moment: number, who: Actor, run: () => unknown): Planned => {
    activity += 1
    order += 1
    const event: Event = { at: Math.max(moment, now + 1), order, actor: who, run, cancelled: false }
    push(events, event)
    return {
      cancel: () => {
        event.cancelled = true
      },
    }
  }

  /** Until no code has anything left to do before the next moment. */
  const settle = async (): Promise<void> => {
    for (let quiet = 0, before = activity; quiet < QUIET_ROUNDS; quiet += 1) {
      await new Promise((done) => realImmediate(done))
      if (activity !== before) {
        before = activity
        quiet = 0
      }
    }
  }

  const step = async (): Promise<void> => {
    const event = pop(events)
    if (!event) throw new Error('Nothing is left to happen, and the story is not over.')
    if (event.cancelled || !event.actor.isAlive) return
    if (event.actor.stoppedUntil > event.at) {
      event.at = event.actor.stoppedUntil
      push(events, event)
      return
    }
    now = Math.max(now + 1, event.at)
    await context.run(event.actor, event.run as () => Promise<void>)
    await settle()
  }

  return {
    world,
    actor,
    at,
    now: () => now,
    /** Without the time for which the machine was suspended. */
    awake: () => now - asleep,
    /** Milliseconds since 1970, as the clock of whoever asks shows them. */
    clockMs: () => Math.floor(now / 1000) + actor().skewMs,
    after: (ms: number, who: Actor, run: () => unknown): Planned => at(now + Math.round(ms * 1000), who, run),
    as: <Out>(who: Actor, run: () => Out): Out => context.run(who, run),
    touch: () => {
      activity += 1
    },
    /** Everything happens so much later, as when the machine was suspended. */
    suspend: (ms: number): void => {
      const until = now + Math.round(ms * 1000)
      for (const event of events) if (event.at < until) event.at = until + Math.floor((event.at - now) / 1e6)
      events.sort(byMoment)
      asleep += until - now
      now = until
    },
    /** Lets things happen until `story`, told by the world, has ended. */
    run: async <Out>(story: () => Promise<Out>): Promise<Out> => {
      let end: { out: Out } | { cause: unknown } | undefined
      context.run(world, () =>
        story().then(
          (out) => (end = { out }),
          (cause: unknown) => (end = { cause }),
        ),
      )
      await settle()
      // oxlint-disable-next-line no-unmodified-loop-condition -- the end of the story sets it
      while (!end) await step()
      if ('cause' in end) throw end.cause
      return end.out
    },
    clear: () => {
      for (const event of events) event.cancelled = true
      events = []
      now = BEGIN
      asleep = 0
      order = 0
    },
  }
}

const byMoment = (one: Event, other: Event): number => one.at - other.at || one.order - other.order

const push = (heap: Event[], event: Event): void => {
  let low = 0
  let high = heap.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (byMoment(heap[middle]!, event) < 0) low = middle + 1
    else high = middle
  }
  heap.splice(low, 0, event)
}

const pop = (heap: Event[]): Event | undefined => heap.shift()
