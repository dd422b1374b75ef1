import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import promises from 'node:timers/promises'
import type { Planned, Schedule } from './schedule.ts'

type Handle = Planned & {
  unref: () => Handle
  ref: () => Handle
  hasRef: () => boolean
  refresh: () => Handle
}

/** How often each of the many rate limits clears its old rows: work that decides nothing, and would be most of it. */
const TIDYING_MS = 300_000
const NEVER = { unref: () => NEVER, ref: () => NEVER, hasRef: () => false, cancel: () => undefined }

/** From now on every clock and timer of this process is the schedule's. What Node itself needs keeps its own. */
export const takeOverTime = (schedule: Schedule): void => {
  takeOverClocks(schedule)
  const start = (given: () => void, ms = 0, repeats = false): Handle => {
    const who = schedule.actor()
    // As Node's timers do: what is called later knows what was known here, a deadline for example.
    const work = AsyncLocalStorage.bind(given)
    const waitMs = Number.isFinite(ms) && ms > 1 ? ms : 1
    const plan = (): Planned =>
      schedule.after(waitMs, who, () => {
        if (repeats) planned = plan()
        work()
      })
    let planned = plan()
    const handle: Handle = {
      cancel: () => planned.cancel(),
      unref: () => handle,
      ref: () => handle,
      hasRef: () => true,
      refresh: () => {
        planned.cancel()
        planned = plan()
        return handle
      },
    }
    return handle
  }
  const clear = (handle?: Handle) => handle?.cancel?.()
  const own = globalThis as unknown as Record<string, unknown>
  own['setTimeout'] = (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    ms === TIDYING_MS ? NEVER : start(() => work(...args), ms)
  own['setInterval'] = (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    start(() => work(...args), ms, true)
  own['clearTimeout'] = clear
  own['clearInterval'] = clear

  AbortSignal.timeout = (ms: number): AbortSignal => {
    const aborting = new AbortController()
    start(() => aborting.abort(new DOMException('The operation timed out.', 'TimeoutError')), ms)
    return aborting.signal
  }
  const pause = <Out>(ms?: number, value?: Out, options: { signal?: AbortSignal } = {}): Promise<Out> =>
    new Promise((resolve, reject) => {
      const { signal } = options
      const refuse = () => reject(new DOMException('The operation was aborted.', 'AbortError'))
      if (signal?.aborted) return refuse()
      const handle = start(() => resolve(value as Out), ms)
      signal?.addEventListener('abort', () => {
        handle.cancel()
        refuse()
      })
    })
  Object.assign(promises, { setTimeout: pause })
  syncBuiltinESMExports()
}

const takeOverClocks = (schedule: Schedule): void => {
  const RealDate = Date
  class ScheduledDate extends RealDate {
    constructor(...given: unknown[]) {
      // @ts-expect-error -- whichever of its forms was called
      super(...(given.length === 0 ? [schedule.clockMs()] : given))
    }
    static override now(): number {
      return schedule.clockMs()
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof RealDate
    }
  }
  Object.assign(globalThis, { Date: ScheduledDate })
  const performance = globalThis.performance as unknown as Record<string, unknown>
  performance['now'] = () => schedule.now() / 1000
  // Of the two only this one is as Linux has it: without the time for which the machine was suspended.
  Object.assign(process.hrtime, { bigint: () => BigInt(schedule.awake()) * 1000n })
}
