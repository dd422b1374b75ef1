import type { Faults } from '../faults.ts'
import type { Timers } from '../timers.ts'
import type { Wire } from '../wire.ts'
import type { Books } from './books.ts'
import type { XeroServer } from './model/callers.ts'
import type { Webhooks } from './webhooks.ts'

export type XeroSettings = { clientId: string; clientSecret: string; webhookKey: string }

export type ApiCall = {
  at: string
  tenantId: string | undefined
  method: string
  path: string
  status: number
}

/** State, settings and surroundings of the Xero stand-in. */
export type XeroWorld = XeroServer & {
  settings: XeroSettings
  publicUrl: () => string
  books: Books
  webhooks: Webhooks
  calls: ApiCall[]
  faults: Faults
  timers: Timers
  wire: Wire
}
