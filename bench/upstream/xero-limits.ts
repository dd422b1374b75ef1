/** Xero's limits for an organisation: 60 calls a minute in fixed windows, 5 at a time, 5,000 a day; 10,000 a minute in all. */
const PER_MINUTE = 60
const AT_ONCE = 5
const PER_DAY = 5_000
const APP_PER_MINUTE = 10_000
const MINUTE_MS = 60_000

type Spent = { offsetMs: number; window: number; minute: number; day: number; active: number; calls: number }

export type Verdict =
  | { problem: undefined; headers: Headers }
  | { problem: string; retryAfter: number; headers: Headers }
type Headers = Record<string, number | string>

export type Limits = ReturnType<typeof createLimits>

export const createLimits = () => {
  let spent = new Map<string, Spent>()
  let app = { window: 0, minute: 0 }
  let refused: Record<string, number> = {}

  return {
    reset: () => {
      spent = new Map()
      app = { window: 0, minute: 0 }
      refused = {}
    },
    refused: () => refused,
    calls: (tenantId?: string): number =>
      tenantId === undefined
        ? [...spent.values()].reduce((sum, { calls }) => sum + calls, 0)
        : (spent.get(tenantId)?.calls ?? 0),

    enter: (tenantId: string, now: number): Verdict => {
      const tenant = open(spent, tenantId, now)
      const appWindow = Math.floor(now / MINUTE_MS)
      if (app.window !== appWindow) app = { window: appWindow, minute: 0 }
      const problem = problemOf(tenant, app.minute)
      if (problem) {
        refused[problem] = (refused[problem] ?? 0) + 1
        return { problem, retryAfter: retryAfter(problem, tenant, now), headers: left(tenant, app.minute) }
      }
      tenant.calls += 1
      tenant.minute += 1
      tenant.day += 1
      tenant.active += 1
      app.minute += 1
      return { problem: undefined, headers: left(tenant, app.minute) }
    },
    leave: (tenantId: string): void => {
      const tenant = spent.get(tenantId)
      if (tenant) tenant.active -= 1
    },
  }
}

/** Windows are fixed and begin at another second for each organisation. */
const open = (spent: Map<string, Spent>, tenantId: string, now: number): Spent => {
  let tenant = spent.get(tenantId)
  if (!tenant) {
    const offsetMs = Number.parseInt(tenantId.slice(-4), 16) % MINUTE_MS || 0
    tenant = { offsetMs, window: 0, minute: 0, day: 0, active: 0, calls: 0 }
    spent.set(tenantId, tenant)
  }
  const window = Math.floor((now + tenant.offsetMs) / MINUTE_MS)
  if (tenant.window !== window) {
    tenant.window = window
    tenant.minute = 0
  }
  return tenant
}

const problemOf = (tenant: Spent, appMinute: number): string | undefined => {
  if (tenant.active >= AT_ONCE) return 'concurrent'
  if (tenant.minute >= PER_MINUTE) return 'minute'
  if (tenant.day >= PER_DAY) return 'day'
  return appMinute >= APP_PER_MINUTE ? 'appminute' : undefined
}

const retryAfter = (problem: string, { offsetMs }: Spent, now: number): number => {
  if (problem === 'concurrent') return 1
  if (problem === 'day') return 86_400
  const into = (problem === 'minute' ? now + offsetMs : now) % MINUTE_MS
  return Math.ceil((MINUTE_MS - into) / 1000)
}

const left = ({ minute, day }: Spent, appMinute: number): Headers => ({
  'X-MinLimit-Remaining': PER_MINUTE - minute,
  'X-DayLimit-Remaining': PER_DAY - day,
  'X-AppMinLimit-Remaining': APP_PER_MINUTE - appMinute,
})
