import { z } from 'zod'
import type { HttpClient } from '../../platform/http/http-client.ts'
import { name } from './xero-schemas.ts'
import { readXeroInstant } from './xero-dates.ts'
import { failureOf, failureWithoutAnswer, unreadable } from './xero-failures.ts'
import type { XeroConnection } from './xero-types.ts'

/** Which organisations a consent opened: https://developer.xero.com/documentation/guides/oauth2/tenants */
export const createXeroConnections = (http: HttpClient) => {
  const call = (method: 'GET' | 'DELETE', path: string, accessToken: string) =>
    http
      .call({
        method,
        path,
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      })
      .catch((cause) => Promise.reject(failureWithoutAnswer(cause)))

  return {
    /**
     * Without `authenticationEventId`: every organisation that this person ever connected, not only of this consent.
     */
    connections: async (accessToken: string, authenticationEventId?: string): Promise<XeroConnection[]> => {
      const query = authenticationEventId
        ? `?${new URLSearchParams({ authEventId: authenticationEventId })}`
        : ''
      const answer = await call('GET', `/connections${query}`, accessToken)
      if (answer.status !== 200) throw failureOf(answer)
      try {
        return connectionsSchema.parse(JSON.parse(answer.text)).map(toConnection)
      } catch (cause) {
        throw unreadable(cause)
      }
    },

    /** Ends one organisation's connection and leaves the others. One that has ended already is no error. */
    disconnect: async (accessToken: string, connectionId: string): Promise<void> => {
      const answer = await call('DELETE', `/connections/${encodeURIComponent(connectionId)}`, accessToken)
      if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404) throw failureOf(answer)
    },
  }
}

const connection = z.object({
  id: z.string(),
  authEventId: z.string().nullish(),
  tenantId: z.string(),
  tenantType: z.string(),
  tenantName: name,
  createdDateUtc: z.string().nullish(),
})
const connectionsSchema = z.array(connection)

const toConnection = (from: z.infer<typeof connection>): XeroConnection => ({
  connectionId: from.id,
  authenticationEventId: from.authEventId ?? undefined,
  tenantId: from.tenantId.toLowerCase(),
  tenantType: from.tenantType,
  tenantName: from.tenantName ?? '',
  createdDateUtc: readXeroInstant(from.createdDateUtc ?? '') ?? new Date(0),
})
