import { stableNumber } from '../../identifiers.ts'

export type Limits = { minute: number; day: number; concurrent: number; appMinute: number }

export const XERO_LIMITS: Limits = { minute: 60, day: 5_000, concurrent: 5, appMinute: 10_000 }

export type LimitProblem = {
  problem: 'minute' | 'day' | 'concurrent' | 'appminute'
  retryAfter: number | undefined
}

export type Limiter = {
  /** Counts a call, or returns the limit that it breaks. A call that was counted is followed by `leave`. */
  enter: (tenantId: string) => LimitProblem | undefined
  leave: (tenantId: string) => void
  headers: (tenantId: string) => Record<string, string>
  set: (limits: Partial<Limits>) => void
  get: () => Limits
}

/** A fixed window; `offsetMs` is how long after midnight or the full minute it begins. */
type Window = { lengthMs: number; offsetMs: number; from: number; calls: number }
type Tenant = { minute: Window; day: Window; inFlight: number }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Xero's windows are fixed, and begin at a different moment for each organisation. */
export const createLimiter = (now: () => Date, given: Partial<Limits> = {}): Limiter => {
  let limits = { ...XERO_LIMITS, ...given }
  const tenants = new Map<string, Tenant>()
  const app = windowOf(MINUTE_MS, 0)

  const tenantOf = (tenantId: string): Tenant => {
    const at = now().getTime()
    const tenant = tenants.get(tenantId) ?? newTenant(tenantId)
    tenants.set(tenantId, tenant)
    for (const window of [tenant.minute, tenant.day, app]) roll(window, at)
    return tenant
  }

  const secondsLeft = ({ from, lengthMs }: Window): number =>
    Math.max(1, Math.ceil((from + lengthMs - now().getTime()) / 1000))

  return {
    enter: (tenantId) => {
      const tenant = tenantOf(tenantId)
      if (tenant.day.calls >= limits.day) {
        return { problem: 'day', retryAfter: secondsLeft(tenant.day) }
      }
      if (tenant.minute.calls >= limits.minute) {
        return { problem: 'minute', retryAfter: secondsLeft(tenant.minute) }
      }
      if (app.calls >= limits.appMinute) {
        return { problem: 'appminute', retryAfter: secondsLeft(app) }
      }
      if (tenant.inFlight >= limits.concurrent) return { problem: 'concurrent', retryAfter: undefined }
      for (const window of [tenant.day, tenant.minute, app]) window.calls += 1
      tenant.inFlight += 1
      return undefined
    },
    leave: (tenantId) => {
      tenantOf(tenantId).inFlight -= 1
    },
    headers: (tenantId) => {
      const tenant = tenantOf(tenantId)
      return {
        'x-minlimit-remaining': String(Math.max(0, limits.minute - tenant.minute.calls)),
        'x-daylimit-remaining': String(Math.max(0, limits.day - tenant.day.calls)),
        'x-appminlimit-remaining': String(Math.max(0, limits.appMinute - app.calls)),
      }
    },
    set: (wanted) => {
      limits = { ...limits, ...wanted }
    },
    get: () => limits,
  }
}

const newTenant = (tenantId: string): Tenant => ({
  minute: windowOf(MINUTE_MS, stableNumber(MINUTE_MS, tenantId)),
  day: windowOf(DAY_MS, stableNumber(DAY_MS, tenantId)),
  inFlight: 0,
})

const windowOf = (lengthMs: number, offsetMs: number): Window => ({ lengthMs, offsetMs, from: 0, calls: 0 })

const roll = (window: Window, at: number): void => {
  const { lengthMs, offsetMs } = window
  const from = Math.floor((at - offsetMs) / lengthMs) * lengthMs + offsetMs
  if (from === window.from) return
  window.from = from
  window.calls = 0
}
