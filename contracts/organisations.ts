import { z } from 'zod'
import { shape } from './shared/values.ts'

const when = z.iso.datetime()

/** `POST /api/xero/connect`, without a body: open the address in a popup, or in this tab where popups are blocked. */
export const xeroConnectResponse = shape('XeroConnectResponse', { authorizationUrl: z.string() })

/** `GET /api/xero/status` */
export const xeroStatus = shape('XeroStatus', {
  status: z.enum(['connected', 'disconnected', 'error']),
  lastSync: when.nullable().describe('When invoices were last read.'),
  connectedAt: when.nullable(),
  lastActivity: when.nullable().describe('When Xero last reported a change to us.'),
  catchesUp: z
    .boolean()
    .describe(
      'What is paid while Xero is not connected is picked up once it is; else only what is paid afterwards.',
    ),
  needsReconnect: z.boolean().describe('Connecting again is what helps.'),
  message: z.string().nullable().describe('What is wrong, in words, when `status` is `error`.'),
})
export type XeroStatus = z.infer<typeof xeroStatus>

export const organization = shape('Organization', {
  tenantId: z.guid(),
  tenantName: z.string(),
  tenantType: z.string(),
  createdDateUtc: when,
  state: z.enum(['connected', 'paused']),
  stateReason: z.string().nullable().describe('Why it is paused, or has to be connected again, in words.'),
  isDemo: z.boolean(),
  liveSince: when
    .nullable()
    .describe(
      'Nothing paid before this moment is texted; null while what is already paid is being put on record.',
    ),
})
export type Organization = z.infer<typeof organization>

/** `GET /api/xero/organizations`: those that are connected now. */
export const organizationsResponse = shape('OrganizationsResponse', { organizations: z.array(organization) })
export type OrganizationsResponse = z.infer<typeof organizationsResponse>

/** `POST /api/xero/disconnect` → `XeroStatus` */
export const xeroDisconnectRequest = shape('XeroDisconnectRequest', { tenantId: z.guid() })
