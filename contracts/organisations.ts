import { z } from 'zod'

const when = z.iso.datetime()

/** `POST /api/xero/connect`, without a body: open the address in a popup, or in this tab where popups are blocked. */
export const xeroConnectResponse = z.object({ authorizationUrl: z.string() })

/** `GET /api/xero/status` */
export const xeroStatus = z.object({
  status: z.enum(['connected', 'disconnected', 'error']),
  /** When invoices were last read. */
  lastSync: when.nullable(),
  connectedAt: when.nullable(),
  /** When Xero last told us that something changed. */
  lastActivity: when.nullable(),
  /** Connecting again is what helps. */
  needsReconnect: z.boolean(),
  /** What is wrong, in words, when `status` is `error`. */
  message: z.string().nullable(),
})
export type XeroStatus = z.infer<typeof xeroStatus>

export const organization = z.object({
  tenantId: z.uuid(),
  tenantName: z.string(),
  tenantType: z.string(),
  createdDateUtc: when,
  state: z.enum(['connected', 'paused']),
  /** Why it is paused, in words. */
  stateReason: z.string().nullable(),
  isDemo: z.boolean(),
  /** Nothing paid before this moment is texted; null while what is already paid is being put on record. */
  liveSince: when.nullable(),
})
export type Organization = z.infer<typeof organization>

/** `GET /api/xero/organizations`: those that are connected now. */
export const organizationsResponse = z.object({ organizations: z.array(organization) })
export type OrganizationsResponse = z.infer<typeof organizationsResponse>

/** `POST /api/xero/disconnect` → `XeroStatus` */
export const xeroDisconnectRequest = z.object({ tenantId: z.uuid() })
