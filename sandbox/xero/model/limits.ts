import { stableNumber } from '../../identifiers.ts'

export type Limits = { minute: number; day: number; concurrent: number; appMinute: number }

export const XERO_LIMITS: Limits = { minute: 60, day: 5_000, concurrent: 5, appMinute: 10_000 }

export type LimitProblem = {
  problem: 'minute' | 'day' | 'concurrent' | 'appminute'
  retryAfter: number | undefined
}

export type Limiter = {
  /** Counts a call, or says which limit it breaks; whoever got in calls `leave` when answered. */
  enter: (tenantId: string) => LimitProblem | undefined
  leave: (tenantId: string) => void
  headers: (tenantId: string) => Record<string, string>
  set: (limits: Partial<Limits>) => void
  get: () => Limits
}

type Window = { from: number; calls: number }
type Tenant = { minute: Window; day: Window; inFlight: number }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Windows are fixed and begin at a different moment for each organisation, as Xero's do. */
export const createLimiter = (now: () => Date, given: Partial<Limits> = {}): Limiter => {
  let limits = { ...XERO_LIMITS, ...given }
  const tenants = new Map<string, Tenant>()
  const app: Window = { from: 0, calls: 0 }

  const tenantOf = (tenantId: string): Tenant => {
    const at = now().getTime()
    const tenant = tenants.get(tenantId) ?? { minute: fresh(), day: fresh(), inFlight: 0 }
    tenants.set(tenantId, tenant)
    roll(tenant.minute, MINUTE_MS, at, stableNumber(MINUTE_MS, tenantId))
    roll(tenant.day, DAY_MS, at, stableNumber(DAY_MS, tenantId))
    roll(app, MINUTE_MS, at, 0)
    return tenant
  }

  const secondsLeft = (window: Window, length: number): number =>
    Math.max(1, Math.ceil((window.from + length - now().getTime()) / 1000))

  return {
    enter: (tenantId) => {
      const tenant = tenantOf(tenantId)
      if (tenant.day.calls >= limits.day) {
        return { problem: 'day', retryAfter: secondsLeft(tenant.day, DAY_MS) }
      }
      if (tenant.minute.calls >= limits.minute) {
        return { problem: 'minute', retryAfter: secondsLeft(tenant.minute, MINUTE_MS) }
      }
      if (app.calls >= limits.appMinute) {
        return { problem: 'appminute', retryAfter: secondsLeft(app, MINUTE_MS) }
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

const fresh = (): Window => ({ from: 0, calls: 0 })

const roll = (window: Window, length: number, at: number, offset: number): void => {
  const from = Math.floor((at - offset) / length) * length + offset
  if (from === window.from) return
  window.from = from
  window.calls = 0
}
