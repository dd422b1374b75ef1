import type { Faults } from '../faults.ts'
import type { Timers } from '../timers.ts'
import type { Wire } from '../wire.ts'
import type { Books } from './model/books.ts'
import type { Grants } from './model/grants.ts'
import type { Limiter } from './model/limits.ts'
import type { Webhooks } from './webhooks.ts'

export type XeroSettings = { clientId: string; clientSecret: string; webhookKey: string }

export type ApiCall = {
  at: string
  tenantId: string | undefined
  method: string
  path: string
  status: number
}

/** Everything that the Xero stand-in knows and needs. */
export type XeroWorld = {
  settings: XeroSettings
  publicUrl: () => string
  books: Books
  grants: Grants
  limiter: Limiter
  webhooks: Webhooks
  calls: ApiCall[]
  faults: Faults
  timers: Timers
  wire: Wire
  now: () => Date
}
